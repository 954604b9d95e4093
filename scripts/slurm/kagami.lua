-- SPDX-License-Identifier: GPL-3.0-or-later
-- Module file for Lmod: MODULES/kagami/VERSION.lua, with VERSION and the PREFIX put in that the program
-- was installed with (cmake --install build/release --prefix PREFIX).
local prefix = "PREFIX"
local version = "VERSION"

whatis("Name: kagami")
whatis("Version: " .. version)
whatis("Description: self-play research and tuning laboratory for shogi-like games")
help([[
kagami plays shogi-like games against itself, logs them, and turns the logs into piece values with
error bars. `kagami --help` lists its commands. Threads are taken from SLURM_CPUS_PER_TASK.
$KAGAMI_SCRIPTS/slurm/array.sh plays a command as a job array, $KAGAMI_SCRIPTS/slurm/batch.sh a
batch of generations.
]])

prepend_path("PATH", pathJoin(prefix, "bin"))
setenv("KAGAMI_VERSION", version)
setenv("KAGAMI_SCRIPTS", pathJoin(prefix, "share/kagami"))

# SPDX-License-Identifier: GPL-3.0-or-later
# A Spack package of the portable program, which needs no library: `spack repo add spack`, `spack install kagami`.
from spack.package import *


class Kagami(Package):
    """Self-play laboratory for shogi-like games: exact rules, a search, logs of every game, and what pieces are
    worth with error bars."""

    homepage = "@HOME@"
    url = "@HOME@/releases/download/v@VERSION@/kagami-@VERSION@-linux-amd64.tar.gz"

    license("GPL-3.0-or-later")

    version("@VERSION@", sha256="@SHA256@")

    requires("platform=linux target=x86_64:", msg="other machines build from the sources")

    def install(self, spec, prefix):
        install_tree("bin", prefix.bin)
        install_tree("share", prefix.share)

    @run_after("install")
    def check_install(self):
        Executable(self.prefix.bin.kagami)("selftest", "minishogi")

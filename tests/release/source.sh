#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The source tarball of scripts/release: the same bytes twice (which it checks), one version in all places that
# state it, and what is built of it calls itself by the version alone. Recipes and workflow can be read.
#   tests/release/source.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

git rev-parse --git-dir >/dev/null 2>&1 || { echo "no git here: a tarball cannot be made" && exit 77; }
# Recipes for tools that are no packages here are at least of their languages.
python3 - scripts/recipes/easybuild/*.eb scripts/recipes/spack/packages/*/package.py <<'END'
import ast, sys
for name in sys.argv[1:]:
    ast.parse(open(name).read(), name)
END
command -v yamllint >/dev/null || { echo "no yamllint here" && exit 77; }
yamllint --strict -d '{extends: default, rules: {line-length: {max: 120}, document-start: disable}}' \
    .github scripts/recipes

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Of the files as they are here, committed or not.
git clone --quiet --shared . "$work/here"
git ls-files -co --exclude-standard -z | xargs -0 cp --parents --no-dereference -t "$work/here" 2>/dev/null || true
cd "$work/here"
commit() { git -c user.name=test -c user.email=test@example commit --quiet --all --allow-empty -m "$1"; }
git add --all
commit "as it is here"
scripts/release --source "$work/out"
tar -C "$work/out" -xf "$work"/out/*.tar.gz
rm "$work"/out/*.tar.gz
name=$(ls "$work/out")
version=${name#kagami-}
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]]
(cd "$work/out/$name" && cmake -DSOURCE=. -DRELEASE="$version" -DOUTPUT=version.h -P scripts/cmake/version.cmake)
grep -q "VERSION \"$version\"$" "$work/out/$name/version.h"

# A place that states another version.
sed -i 's/^version: .*/version: 9.8.7/' CITATION.cff
commit "another version"
if scripts/release --source "$work/wrong" 2>"$work/says"; then
    echo "a wrong version in CITATION.cff passed" && exit 3
fi
grep "CITATION.cff says '9.8.7', CMakeLists.txt '$version'" "$work/says"

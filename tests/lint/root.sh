#!/bin/sh
# In the root of the repository lies what is named here, and nothing that somebody has left there.
set -eu
known=".ci .clang-format .clang-tidy .gitignore CHANGELOG.md CITATION.cff CMakeLists.txt CMakePresets.json CONTRIBUTING.md LICENSE Makefile README.md
SECURITY.md bench cli cmake completions docs examples features frontends include listen output packages.txt packaging papers scenes src tests tools"
files=$(git -C "$1" ls-files 2>/dev/null) || { echo "no git clone: not looked at"; exit 0; }
for name in $(echo "$files" | cut -d / -f 1 | sort -u); do
    case " $(echo $known) " in
    *" $name "*) ;;
    *) echo "$name does not belong into the root of the repository, or tests/lint/root.sh should know it"; bad=1 ;;
    esac
done
exit "${bad:-0}"

#!/bin/sh
# Installs the console in PREFIX (/usr/local by default): program, icon, menu entry, file types. `install.sh --remove
# PREFIX` uninstalls it.
set -eu
remove=
[ "${1:-}" != --remove ] || { remove=1; shift; }
prefix=${1:-/usr/local}
here=$(cd "$(dirname "$0")" && pwd)
cd "$here"
find bin lib share ! -type d | while read -r file; do
    if [ -n "$remove" ]; then
        rm -f "$prefix/$file"
    else
        mkdir -p "$prefix/$(dirname "$file")"
        cp -P "$file" "$prefix/$file"
    fi
done
[ -z "$remove" ] || { rmdir "$prefix/lib/rasher" "$prefix/share/doc/rasher" 2>/dev/null || true; }
# Updates the desktop's lists of these, if it has any.
! command -v update-mime-database >/dev/null 2>&1 || update-mime-database "$prefix/share/mime" || true
! command -v update-desktop-database >/dev/null 2>&1 || update-desktop-database "$prefix/share/applications" || true

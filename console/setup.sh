#!/bin/sh
# Prepares a machine to build the console and to open its window. You can run it any number of times: it installs only
# what is missing, and if nothing is missing it ends at once.
#
#   sh console/setup.sh [ROW ...]      each ROW is another line for the table below
#
# Debian and its derivatives (Ubuntu, Mint, ...): missing packages are installed with apt, through sudo unless already
# root. On other systems, one message names what to install; the script fails only if the build would fail. It never
# installs Rust: that is up to the user.
set -eu
PATH=$PATH:/usr/sbin:/sbin # ldconfig lives there, and is not on every user's path
root=$(dirname "$0")/..

# The requirements: how to check for each, and the names of its packages (a comma separates two).
#   link  a C program can be linked cmd   the command exists         file  a file matches the pattern
#   dev   pkg-config finds it       so    the loader finds it        ca    https certificates are installed
# "link", "cmd pkg-config" and "dev" are for building; cargo downloads with "ca". Nothing links to the libraries marked
# "so": winit 0.30 opens them by name. On a Debian 12 with only these, a window opens on X11. Each of them is necessary,
# except libwayland-client, which only Wayland needs. A Vulkan or GL driver is left to the desktop: without one, the
# processor draws the window.
table='
link cc                        gcc,libc6-dev       gcc                  gcc
cmd  pkg-config                pkg-config          pkgconf-pkg-config   pkgconf
dev  libudev                   libudev-dev         systemd-devel        systemd-libs
dev  alsa                      libasound2-dev      alsa-lib-devel       alsa-lib
ca   certificates              ca-certificates     ca-certificates      ca-certificates
so   libX11.so.6               libx11-6            libX11               libx11
so   libX11-xcb.so.1           libx11-xcb1         libX11-xcb           libx11
so   libXcursor.so.1           libxcursor1         libXcursor           libxcursor
so   libXi.so.6                libxi6              libXi                libxi
so   libxkbcommon.so.0         libxkbcommon0       libxkbcommon         libxkbcommon
so   libxkbcommon-x11.so.0     libxkbcommon-x11-0  libxkbcommon-x11     libxkbcommon-x11
so   libwayland-client.so.0    libwayland-client0  libwayland-client    wayland
'
for row in "$@"; do table="$table$row
"; done

say() { printf 'setup: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

# Rust first: nothing else matters without it.
want=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' "$root/Cargo.toml")
how="get it from https://rustup.rs (then: rustup update stable)"
if ! command -v cargo >/dev/null 2>&1 || ! command -v rustc >/dev/null 2>&1; then
    [ ! -x "${CARGO_HOME:-$HOME/.cargo}/bin/cargo" ] ||
        fail "Rust is installed but not on the path; run this first:  . \"${CARGO_HOME:-$HOME/.cargo}/env\""
    fail "Rust $want or newer is needed, and cargo was not found; $how"
fi
have=$(rustc --version | cut -d' ' -f2)
[ -n "$have" ] || fail "rustc does not tell its version; Rust $want or newer is needed: $how"
older() { # is version $1 older than version $2? Major and minor number decide.
    a=${1%%.*} b=${2%%.*} c=${1#*.} d=${2#*.}
    c=${c%%[!0-9]*} d=${d%%[!0-9]*}
    [ "$a" -lt "$b" ] || { [ "$a" -eq "$b" ] && [ "$c" -lt "$d" ]; }
}
if older "$have" "$want"; then
    fail "Rust $want or newer is needed, and rustc is $have; $how"
fi

libraries=
present() { # present KIND WHAT
    case $1 in
        # gcc alone does not install the C library's start files; the compiler knows where they would be.
        link) [ -e "$(cc -print-file-name=crt1.o 2>/dev/null)" ] ;;
        cmd) command -v "$2" >/dev/null 2>&1 ;;
        dev) command -v pkg-config >/dev/null 2>&1 && pkg-config --exists "$2" ;;
        # Expanded on purpose: a pattern without a match stays unchanged and does not exist.
        file) for match in $2; do [ ! -e "$match" ] || return 0; done; return 1 ;;
        so) [ -n "$libraries" ] || libraries=$(ldconfig -p 2>/dev/null) || true
            case $libraries in *"$2 "*) ;; *) return 1 ;; esac ;;
        ca) [ -n "${SSL_CERT_FILE:-}" ] || [ -e /etc/ssl/certs/ca-certificates.crt ] ||
                [ -e /etc/pki/tls/certs/ca-bundle.crt ] || [ -e /etc/ssl/cert.pem ] ;;
        *) fail "the table has no check called '$1' (row '$1 $2')" ;;
    esac
}

# Collects what is missing, what the build or the tests require, and package names by system.
missing='' needed='' debian='' fedora='' arch=''
scan() {
    missing='' needed='' debian='' fedora='' arch='' libraries=''
    while read -r kind what on_debian on_fedora on_arch; do
        [ -n "$kind" ] || continue
        ! present "$kind" "$what" || continue
        missing="$missing $what" debian="$debian $on_debian" fedora="$fedora $on_fedora" arch="$arch $on_arch"
        case $kind in link | dev | cmd | file) needed="$needed $what" ;; esac
    done <<END
$table
END
}
packages() { echo "$*" | tr ', ' '[\n*]' | sort -u | tr '\n' ' ' | sed 's/^ *//; s/ *$//'; }

case $(uname -s) in
    Linux) scan ;;
    Darwin)
        xcode-select -p >/dev/null 2>&1 || fail "no C linker: run  xcode-select --install"
        exit 0 ;; # the window and gamepads are part of macOS
    MINGW* | MSYS* | CYGWIN*)
        exit 0 ;; # rustup itself asks for the Visual Studio build tools; there is nothing else to install
    *)
        say "this system is unknown here: the console needs a C linker, pkg-config, libudev and ALSA, and to open its window X11 or Wayland"
        scan
        [ -z "$needed" ] || fail "not found:$needed"
        exit 0 ;;
esac
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    say "missing:$missing"
    say "install them with your package manager, for example:"
    say "  Fedora:  sudo dnf install $(packages "$fedora")"
    say "  Arch:    sudo pacman -S --needed $(packages "$arch")"
    [ -z "$needed" ] || fail "cannot go on without:$needed"
    say "the build can go on; the window may not open"
    exit 0
fi

list=$(packages "$debian")
by_hand="as root, run:  apt-get update && apt-get install --no-install-recommends $list"
if [ "$(id -u)" -eq 0 ]; then
    as_root='env'
elif command -v sudo >/dev/null 2>&1; then
    sudo true || fail "sudo is refused; $by_hand"
    as_root='sudo env'
else
    fail "there is no sudo; $by_hand"
fi
say "installing $list"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() { # $as_root is a list of words. Hundreds of lines, of use only when it fails
    # shellcheck disable=SC2086
    $as_root DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 "$@" >>"$log" 2>&1
}
install() {
    # shellcheck disable=SC2086
    apt install -y --no-install-recommends $list
}
# A machine that was never updated has no package lists; an old list may name packages that are gone.
set -- /var/lib/apt/lists/*_Packages*
if [ ! -e "$1" ] || ! install; then
    apt update || true # one broken source does not matter if the others have the packages
    install || { cat "$log" >&2; fail "apt could not install: $list"; }
fi
scan
[ -z "$missing" ] || fail "still missing after installing $list:$missing"

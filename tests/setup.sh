#!/bin/sh
# Makes a machine ready to run every test: what console/setup.sh installs, and what the tests of the real window
# and of its sound need: a browser and its driver for the page, a display without a monitor, a driver without a GPU, programs that press keys and take
# pictures; a sound server that plays into nothing, and a program that records it. For the check of the pure crates it
# adds Rust's library for wasm32. Like console/setup.sh it may be run as often as you like, as root or as a user with
# sudo, and takes more rows of that table as arguments.
# The window and its sound are tested on Linux only; elsewhere no package is added.
set -eu
sh "$(dirname "$0")/../console/setup.sh" \
    'cmd  Xvfb     xvfb         xorg-x11-server-Xvfb  xorg-server-xvfb' \
    'cmd  import   imagemagick  ImageMagick           imagemagick' \
    'cmd  xdotool  xdotool      xdotool               xdotool' \
    'file /usr/share/vulkan/icd.d/lvp*  mesa-vulkan-drivers  mesa-vulkan-drivers  vulkan-swrast' \
    'cmd  pulseaudio  pulseaudio          pulseaudio               pulseaudio' \
    'cmd  parec       pulseaudio-utils    pulseaudio-utils         libpulse' \
    'file /usr/share/alsa/alsa.conf.d/50-pulseaudio.conf  libasound2-plugins  alsa-plugins-pulseaudio  alsa-plugins' \
    'cmd  chromium      chromium         chromium  chromium' \
    'cmd  chromedriver  chromium-driver  chromedriver  chromium' \
    "$@"

wasm=wasm32-unknown-unknown
[ ! -d "$(rustc --print target-libdir --target $wasm)" ] || exit 0
if command -v rustup >/dev/null 2>&1; then
    rustup --quiet target add $wasm
else
    echo "setup: there is no rustup; .ci/run also needs Rust's library for $wasm, the tests do not" >&2
fi

#!/bin/sh
# Prepares a machine to run every test. Besides what console/setup.sh installs, it adds what the tests of the real
# window and its sound need: a browser and its driver, a virtual display, a software graphics driver, tools that press
# keys and take screenshots, and a sound server with a recorder. For the check of the pure crates it adds Rust's library
# for wasm32. Like console/setup.sh you can run it any number of times, as root or as a user with sudo, and pass more
# rows of that table as arguments. The window and its sound are tested on Linux only; on other systems it adds no
# packages.
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

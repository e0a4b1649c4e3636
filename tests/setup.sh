#!/bin/sh
# Makes a machine ready to run every test: what console/setup.sh installs, and what the tests of the real window
# and of its sound need: a display without a monitor, a driver without a GPU, programs that press keys and take
# pictures; a sound server that plays into nothing, and a program that records it. Like console/setup.sh it may be
# run as often as you like, as root or as a user with sudo.
# The window and its sound are tested on Linux only; elsewhere nothing is added.
set -eu
exec sh "$(dirname "$0")/../console/setup.sh" \
    'cmd  Xvfb     xvfb         xorg-x11-server-Xvfb  xorg-server-xvfb' \
    'cmd  xwd      x11-apps     xwd                   xorg-xwd' \
    'cmd  import   imagemagick  ImageMagick           imagemagick' \
    'cmd  xdotool  xdotool      xdotool               xdotool' \
    'file /usr/share/vulkan/icd.d/lvp*  mesa-vulkan-drivers  mesa-vulkan-drivers  vulkan-swrast' \
    'cmd  pulseaudio  pulseaudio          pulseaudio               pulseaudio' \
    'cmd  parec       pulseaudio-utils    pulseaudio-utils         libpulse' \
    'file /usr/share/alsa/alsa.conf.d/50-pulseaudio.conf  libasound2-plugins  alsa-plugins-pulseaudio  alsa-plugins'

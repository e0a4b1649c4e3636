#!/bin/sh
# Makes a machine ready to run every test: what console/setup.sh installs, and what the test of the real window
# needs, which is a display without a monitor, a driver without a GPU, and programs that press keys and take
# pictures. Like console/setup.sh it may be run as often as you like, as root or as a user with sudo.
# The window is tested on Linux only; elsewhere nothing is added.
set -eu
exec sh "$(dirname "$0")/../console/setup.sh" \
    'cmd  Xvfb     xvfb         xorg-x11-server-Xvfb  xorg-server-xvfb' \
    'cmd  xwd      x11-apps     xwd                   xorg-xwd' \
    'cmd  import   imagemagick  ImageMagick           imagemagick' \
    'cmd  xdotool  xdotool      xdotool               xdotool' \
    'file /usr/share/vulkan/icd.d/lvp*  mesa-vulkan-drivers  mesa-vulkan-drivers  vulkan-swrast'

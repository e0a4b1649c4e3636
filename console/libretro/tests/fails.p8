pico-8 cartridge // http://www.pico-8.com
version 42
__lua__
function _draw() cls(3) if (t()>.5) nothing.x=1 end

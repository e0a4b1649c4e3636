pico-8 cartridge // http://www.pico-8.com
version 42
__lua__
-- adds the byte at 0x4300 to the one at 0x4301, and shows it as a colour
function _update60() poke(0x4301,@0x4301+@0x4300) end
function _draw() cls(@0x4301) end

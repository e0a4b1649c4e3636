pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
x=1
function _draw() cls() print(x) end

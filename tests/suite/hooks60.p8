pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- _update60 goes before _update, at 60 a second
-- rests on: the manual
function _update() assert(false) end
n=0
function _update60() n+=1
 if n==6 then assert(t()==.1 and stat(8)==60) printh("ok") end
end

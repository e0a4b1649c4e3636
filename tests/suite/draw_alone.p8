pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- _draw alone is called 30 times a second; the time goes on
-- rests on: the manual
n=0
function _draw() n+=1
 if n==15 then assert(t()==.5 and stat(8)==30) printh("ok") end
end

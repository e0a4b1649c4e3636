pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- changes of 0.1.12: numbers at the edge
-- rests on: the history in the manual of 0.2.7
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(sqrt(0x0.0001),0x0.01) is("-1"+0,-1) is(0x8000/-1,0x7fff.ffff) is(abs(-32768),0x7fff.ffff)
for n=24,26 do is(stat(n),-1) end
printh("ok")

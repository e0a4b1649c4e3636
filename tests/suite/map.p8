pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- map: tile 0 is left out, without arguments all 64 rows
-- rests on: the manual; values recorded on 0.2.7a6
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
sset(8,0,9) mset(0,0,1) mset(2,1,1) map(0,0,10,10,1,1) is(pget(10,10),9) map(0,0,40,40) is(pget(40,40),9) is(pget(56,48),9)
fset(1,2,true) cls() map(0,0,0,0,1,1,1) is(pget(0,0),0) map(0,0,0,0,1,1,4) is(pget(0,0),9) map(0,0,80,80,0,0) is(pget(80,80),0)
printh("ok")

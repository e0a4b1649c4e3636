pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- rect and rectfill: corners in any order, inclusive
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
rectfill(20,20,10,10,3) is(pget(10,10),3) is(pget(20,20),3) is(pget(21,20),0)
rect(40,40,30,30,4) is(pget(30,35),4) is(pget(40,40),4) is(pget(35,35),0) rectfill(50,50,50,50,9) is(pget(50,50),9)
printh("ok")

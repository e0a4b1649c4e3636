pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- pset and pget
-- rests on: the manual; FAKE-08's carts psetall and pset00-test
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
pset(0,0,8) is(pget(0,0),8) pset(127.9,127.9,9) is(pget(127,127),9) pset(-1,0,3) pset(128,0,3) is(pget(-1,0),0) is(pget(128,0),0)
pset("5","6",4) is(pget(5,6),4) pset(7,7,-1) is(pget(7,7),15) pset(8,8,16+2) is(pget(8,8),2)
printh("ok")

pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- mset and mget; rows 32 to 63 are the sheet's
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
mset(5,6,200) is(mget(5,6),200) is(@(0x2000+6*128+5),200) mset(3,40,7) is(@(0x1000+8*128+3),7) is(mget(-1,0),0) is(mget(0,64),0) mset(1,1,257) is(mget(1,1),1)
printh("ok")

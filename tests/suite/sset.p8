pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- sset and sget
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
sset(3,4,9) is(sget(3,4),9) is(peek(4*64+1),0x90) is(sget(-1,0),0) is(sget(0,128),0) sset(128,0,5) is(sget(127,0),0) is(@0x1fff,0)
printh("ok")

pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- cls([c]): the whole screen, whatever the clip
-- rests on: the manual; clip and cursor are reset
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
clip(0,0,4,4) cursor(9,9) cls(5) is(pget(100,100),5) is(peek(0x5f22),128) is(peek(0x5f27),0) cls() is(pget(1,1),0)
printh("ok")

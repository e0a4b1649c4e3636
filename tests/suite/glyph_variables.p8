pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- buttons and patterns have variables
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(⬅️,0) is(➡️,1) is(⬆️,2) is(⬇️,3) is(🅾️,4) is(❎,5) is(█,.5) is(░,0x7d7d.8) is(▥,0x5555.8) ♥=3 is(♥,3)
printh("ok")

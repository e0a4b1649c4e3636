pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- variables and labels may have glyphs in their names
-- rests on: the manual's character set; published tweet carts
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
♥=1 ░x=2 ::★:: ♥+=1 if (♥<3) goto ★
is(♥,3) is(░x,2) あ=4 is(あ,4)
printh("ok")

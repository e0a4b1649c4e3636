pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- % : never negative
-- rests on: values recorded on 0.2.7a6; changelog 0.2.5f: x%0 is 0
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(5%3,2) is(-5%3,1) is(5%-3,2) is(5%0,0) is(5.5%1,.5) is(0x7fff.ffff%0.1,0x0.0011) x=7 x%=4 is(x,3)
printh("ok")

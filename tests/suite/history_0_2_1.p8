pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- changes of 0.2.1: numbers touch names
-- rests on: the history in the manual of 0.2.7
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
a=1b=2 is(a+b,3) if a==1then a=0x1f b=4end is(a+b,35)
is(print(12,0,0),8)
printh("ok")

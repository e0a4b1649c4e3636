pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- \ : the floor of the quotient
-- rests on: values recorded on 0.2.7a6
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(7\2,3) is(-7\2,-4) is(7\-2,-4) is(-7\-2,3) is(7.9\1,7) is(1\0,0x7fff) x=9 x\=2 is(x,4)
printh("ok")

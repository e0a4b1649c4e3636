pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- sqrt; below 0 it is 0
-- rests on: values recorded on 0.2.7a6
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(sqrt(16),4) is(sqrt(2),0x1.6a09) is(sqrt(0x7fff),0xb5.043e) is(sqrt(0x0.0001),0x0.0100) is(sqrt(-1),0) is(sqrt(0),0)
printh("ok")

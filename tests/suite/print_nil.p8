pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- print(nil) writes [nil], print() nothing
-- rests on: values recorded on 0.2.7a6
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(print(nil,0,0),20) is(print(true,0,0),16) is(print({},0,0),28) is(print(1.5,0,0),12) cls() cursor(0,0) print() is(peek(0x5f27),0)
printh("ok")

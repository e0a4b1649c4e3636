pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- print: gives the x behind the right-most character
-- rests on: values recorded on 0.2.7a6
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(print("abc",0,0),12) is(print("",5,5),5) is(print("a\nbcd",10,0),22) is(print("♥",0,0),8) print("x",0,125) is(peek(0x5f27),131)
cls() print("a") is(peek(0x5f27),6) print("b\0") is(peek(0x5f26),4) print("x",20,30) is(peek(0x5f24),20) is(peek(0x5f26),20)
printh("ok")

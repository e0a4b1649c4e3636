pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- P8SCII: colours, moves, repeats, backgrounds
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(print("\*5a",0,0),20) is(print("a\-kb",0,0),12) cls() print("\f8a",0,0) is(pget(0,2),8) is(peek(0x5f25)&15,8)
cls() print("\#2 ",10,10,7) is(pget(10,10),2) is(pget(13,14),2) is(print("\^wab",0,0),16) is(print("ab\ta",0,0),20)
printh("ok")

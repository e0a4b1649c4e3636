pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- comparisons of numbers and texts; what has different types is not equal
-- rests on: Lua 5.2's manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(1<2,true) is("a"<"b",true) is("a"<"ab",true) is("B"<"a",true) is(1=="1",false) is("10"<"9",true) is(-32768<32767,true) is(0x8000<0,true)
c=cocreate(function() return 1<"2" end) is(coresume(c),false) c=cocreate(function() return {}<{} end) is(coresume(c),false) is({}=={},false)
printh("ok")

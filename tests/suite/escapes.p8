pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- escapes in texts
-- rests on: the manual and Lua 5.2's
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(ord"\*",1) is(ord"\#",2) is(ord"\-",3) is(ord"\|",4) is(ord"\+",5) is(ord"\^",6)
is(ord"\a",7) is(ord"\b",8) is(ord"\t",9) is(ord"\n",10) is(ord"\v",11) is(ord"\f",12) is(ord"\r",13)
is(ord"\65",65) is(ord"\x41",65) is(#"\0",1) is("a\z
   b","ab") is(ord"\014",14) is("\"",'"') is(#[[
x]],1) is([==[]]]==],"]]")
printh("ok")

pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- .. joins texts and numbers
-- rests on: Lua 5.2's manual; numbers as recorded on 0.2.7a6
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is("a"..1 ..2.5,"a12.5") is(1 ..2,"12")
m=setmetatable({},{__concat=function(a,b) return "cat" end}) is(m.."x","cat") is("x"..m,"cat") is("a"..(1 ..m),"acat")
s="" for i=1,200 do s..="xy" end is(#s,400)
printh("ok")

pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- # of texts and tables
-- rests on: Lua 5.2's manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(#"",0) is(#"a\0b",3) is(#{},0) is(#{1,2,3},3) is(#{n=1},0)
t={} for i=1,100 do t[i]=i end is(#t,100) t[100]=nil is(#t,99)
t[101]=1 t[100]=1 is(#t,101)
printh("ok")

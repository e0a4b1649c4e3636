pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- rawget, rawset, rawequal, rawlen: without metamethods
-- rests on: Lua 5.2's manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
m={__index=function() return 9 end,__newindex=function() end,__len=function() return 42 end,__eq=function() return true end}
t=setmetatable({1,2},m) u=setmetatable({},m)
is(t.x,9) is(rawget(t,"x"),nil) t.y=1 is(rawget(t,"y"),nil) is(rawset(t,"y",3),t) is(t.y,3)
is(#t,42) is(rawlen(t),2) is(rawlen("abc"),3)
is(t==u,true) is(rawequal(t,u),false) is(rawequal(t,t),true)
printh("ok")

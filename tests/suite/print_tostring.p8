pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- print, printh and stop write what __tostring of a table gives
-- rests on: PICO-8's history, 0.1.12d and 0.2.1
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
x=setmetatable({},{__tostring=function() return "ok" end})
is(print(x,0,0),8) is(print(x),8) is(print(x,3,4,5),11) is(@0x5f25,5)
function f(...) return print(x,...) end
is(f(10,20,7),18) ?x,4,5
local a=cocreate(function() return print(x,2,2) end)
local _,w=coresume(a) is(w,10)
y=setmetatable({},{__tostring=function() yield() return "abc" end})
a=cocreate(function() w=print(y,0,0) end) coresume(a) coresume(a) is(w,12)
is(print(setmetatable({},{__tostring=function() return 12 end}),0,0),8)
is(print(setmetatable({},{}),0,0),28)
printh(x)

pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- flip() ends a frame in the middle of anything
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
function deep(n) if n==0 then flip() return 7 end return deep(n-1) end
is(deep(5),7) c=cocreate(function() flip() yield(3) end) ok,v=coresume(c) is(v,3) foreach({1},function() flip() end)
m=setmetatable({},{__index=function() flip() return 4 end}) is(m.x,4)
printh("ok")

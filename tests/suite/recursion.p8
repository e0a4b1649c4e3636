pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- calls nest as deep as memory allows, and beyond it is an error
-- rests on: a public cart (stack-size of akd-io) recorded 42,741 levels at 2,047.8 KB: 48 bytes for the smallest; sizes of Lua 5.2
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
function f(n) if (n==0) return 0
return 1+f(n-1) end is(f(900),900)
function g() return 1+g() end ok,message=coresume(cocreate(g)) is(ok,false) is(message,"out of memory")
levels=0 function count() levels+=0x.0001 count() end
ok,message=coresume(cocreate(count)) is(ok,false) is(message,"out of memory")
levels<<=6 is(levels>41,true) is(levels<43,true)
function size(n) if (n==0) return stat(0)
local kb=size(n-1) return kb end
coresume(cocreate(function() local none=size(0) level=(size(100)-none)/100*1024 end))
is(level>=48,true) is(level<80,true)
-- a field by a function, too
t=setmetatable({},{}) getmetatable(t).__index=function(t,k) return t[k] end
ok,message=coresume(cocreate(function() return t.x end)) is(ok,false) is(message,"out of memory")
-- garbage makes room
function fill(n) if (n==0) return 0
local s for i=1,20 do s={} end return 1+fill(n-1) end is(fill(18000),18000)
function tail(n) if (n==0) return "end"
return tail(n-1) end is(tail(30000),"end")
printh("ok")

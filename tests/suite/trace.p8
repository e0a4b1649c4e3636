pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- trace([coroutine],[message]): the calls under way as text
-- rests on: published carts that end with stop(trace(c,message)); its form is that of Lua 5.2's debug.traceback
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
function inner() return trace() end
function outer() local t=inner() return t end
s=split(outer(),"\n",false)
is(s[1],"stack traceback:") is(s[2],"\t6: in function 'inner'") is(s[3],"\t7: in function 'outer'") is(s[4],"\t8: in main chunk") is(#s,4)
is(sub(trace("why"),1,20),"why\nstack traceback:") is(sub(trace(5),1,2),"5\n")
t={} is(trace(t),t) is(trace(true),true)
c=cocreate(function()
 local function deep() yield() end
 deep()
end)
is(trace(c),"stack traceback:") coresume(c) is(trace(c,"m"),"m\nstack traceback:\n\t13: in function 'deep'\n\t14: in function <12>")
c=cocreate(function() x=nil+1 end) ok,m=coresume(c) is(sub(trace(c,m),1,#m+1),m.."\n")
function far(n) if(n==0) return trace()
 local t=far(n-1) return t end
s=split(far(50),"\n",false) is(#s,24) is(s[14],"\t...") is(s[24],"\t20: in main chunk")
printh("ok")

pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- cocreate, coresume, costatus, yield
-- rests on: the manual and Lua 5.2's; an error inside gives false and a message
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
c=cocreate(function(a,b) is(b,2) local x=yield(a+1) is(x,"in") return "out" end)
is(costatus(c),"suspended")
ok,v=coresume(c,1,2) is(ok,true) is(v,2) is(costatus(c),"suspended")
ok,v=coresume(c,"in") is(v,"out") is(costatus(c),"dead")
ok,v=coresume(c) is(ok,false) is(type(v),"string")
c=cocreate(function() local x=nil x.y=1 end) ok,v=coresume(c) is(ok,false) is(type(v),"string") is(costatus(c),"dead")
c=cocreate(function() is(costatus(c),"running") foreach({1,2},yield) end) ok,v=coresume(c) is(v,1) ok,v=coresume(c) is(v,2)
printh("ok")

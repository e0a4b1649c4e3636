pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- pack and unpack
-- rests on: Lua 5.2's manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
p=pack(1,nil,3) is(p.n,3) is(p[1],1) is(p[2],nil) is(p[3],3)
is(pack().n,0)
a,b,c=unpack{1,2,3} is(a+b+c,6)
is(select("#",unpack({1,2,3},2)),2) is(unpack({1,2,3},2),2)
is(select("#",unpack({1,2,3},2,5)),4) is(select("#",unpack({},1,0)),0)
printh("ok")

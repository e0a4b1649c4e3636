pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- add, del, deli, count, all, foreach, pairs, pack, raw calls with every optional argument
-- rests on: the manual of 0.2.7; lists with holes: zepto8's tests
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
t={} is(add(t,11),11) add(t,22) is(t[2],22) is(add(t,5,1),5) is(t[1],5) is(t[3],22) is(add(t,9,10),9) is(t[4],9) is(add(t,8,0),8) is(t[1],8) is(add(nil,1),nil) is(add(t,1,"2"),1) is(t[2],1) is(add(t,7,2.7),7) is(t[2],7)
a={1,10,2,11,3,12} for item in all(a) do if (item<10) del(a,item) end is(#a,3) is(a[3],12) is(del(a,12),12) is(select("#",del(a,99)),0) is(del(nil,1),nil) is(select("#",del({},nil)),0)
a={1,2,3} is(deli(a),3) is(deli(a,1),1) is(#a,1) is(deli(a,5),nil) is(deli({}),nil) is(deli(nil),nil) is(select("#",deli(a,9)),0) a={1,2,3} is(deli(a,-1),nil) is(#a,3) is(deli(a,"1"),1) is(deli(a,0),nil)
is(count({1,2,3}),3) is(count({1,2,1},1),2) is(count({}),0) is(count({1,"1"},1),1) is(count(nil),0) is(count({nil,nil,1},nil),1)
s="" for v in all({1,nil,2,nil,3}) do s..=v end is(s,"123") s="" for v in all({}) do s="x" end is(s,"") for v in all(nil) do s="x" end is(s,"")
s="" foreach({1,2,3},function(v) s..=v end) is(s,"123") foreach(nil,print)
s="" t={1,2,3} for v in all(t) do s..=v if (v==1) add(t,4) end is(s,"1234")
s=0 for k,v in pairs({1,2,x=3}) do s+=v end is(s,6) for k,v in pairs(nil) do s=0 end is(s,6) for i,v in ipairs({1,2,nil,4}) do s+=v end is(s,9) for i,v in inext,{1,2} do s+=v end is(s,12)
t=pack(1,nil,3) is(t.n,3) is(select("#",unpack({1,2,3})),3) is(select("#",unpack({1,2,3},2)),2) is(select("#",unpack({1,2,3},2,5)),4) is((unpack({5,6},2)),6) is(select("#",unpack({})),0)
is(select(2,"a","b"),"b") is(select(-1,"a","b"),"b") is(select("#"),0)
is(next({}),nil) is(next({5}),1) is(rawlen({1,2}),2) is(rawlen("abc"),3) is(rawget({5},1),5) is(rawequal(1,1),true) t=setmetatable({},{__index=function() return 5 end}) is(t.x,5) is(rawget(t,"x"),nil) rawset(t,"y",1) is(t.y,1)
is(getmetatable({}),nil) m={} t=setmetatable({},m) is(getmetatable(t),m) is(getmetatable(setmetatable({},{__metatable=7})),7)
printh("ok")

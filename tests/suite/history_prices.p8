pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- prices that the history names, as shares of stat(1)
-- rests on: the history in the manual of 0.2.7: which costs more, not how much
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
function cpu(f,...) flip() local a=stat(1) f(...) return stat(1)-a end
function near(a,b) is(a>b*.8 and a<b*1.25,true) end
-- line and rect as rectfill; shapes out of sight are almost free; one around the clip as rectfill
near(cpu(function() for i=1,50 do line(0,0,127,0) end end),cpu(function() for i=1,50 do rectfill(0,0,127,0) end end))
is(cpu(function() for i=1,9 do circfill(999,999,50) oval(500,500,600,600) end end)<cpu(function() for i=1,9 do circfill(64,64,50) end end)/10,true)
near(cpu(function() for i=1,9 do circfill(64,64,200) end end),cpu(function() for i=1,9 do rectfill(0,0,127,127) end end))
-- memset costs two cycles a byte, peek and poke of many values more than of one, sub and .. by length
near(cpu(memset,0x8000,0,0x4000),.117)
is(cpu(function() for i=1,20 do peek(0x4300,500) end end)>cpu(function() for i=1,20 do peek(0x4300,1) end end)*5,true)
s="" for i=1,200 do s..="0123456789" end is(cpu(function() for i=1,50 do local a=s.."x" end end)>cpu(function() for i=1,50 do local a="a".."x" end end)*3,true)
is(cpu(function() for i=1,50 do local a=sub(s,2) end end)>cpu(function() for i=1,50 do local a=sub("abc",2) end end)*3,true)
-- compound assignments cost what they stand for; a minus sign no more than a subtraction; a constant no more than a sum
near(cpu(function() local a=0 for i=1,999 do a+=1 end end),cpu(function() local a=0 for i=1,999 do a=a+1 end end))
is(cpu(function() local b=1 for i=1,999 do local a=-b end end)<=cpu(function() local b=1 for i=1,999 do local a=0-b end end),true)
a,b,c=1,2,3 is(cpu(function() for i=1,999 do c=0 end end)<=cpu(function() for i=1,999 do c=a+b end end),true)
is(cpu(unpack,split(s,1))>0,true)
-- a text that clears costs as much as cls; an outline twice as much
near(cpu(function() for i=1,50 do print("\^c0") end end),cpu(function() for i=1,50 do cls() end end)+cpu(function() for i=1,50 do print("") end end))
is(cpu(function() for i=1,50 do print("\^o8ffabcdefgh",0,0) end end)>cpu(function() for i=1,50 do print("abcdefgh",0,0) end end)*1.5,true)
-- all costs more than a loop; coroutines are counted; more than a frame reads as more than 1
t=split(s,1) is(cpu(function() for v in all(t) do end end)>cpu(function() for i=1,#t do local v=t[i] end end),true)
is(cpu(coresume,cocreate(function() for i=1,999 do end end))>cpu(coresume,cocreate(function() for i=1,9 do end end))*3,true)
printh("ok")

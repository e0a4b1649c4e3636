pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- numeric for: the end is inclusive, a step of 0 runs nothing, the ends of the range end it
-- rests on: values recorded on 0.2.7a6; FAKE-08's cart loop_max_val
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
n=0 for i=1,3 do n+=i end is(n,6) for i=3,1,-1 do n-=i end is(n,0)
for i=1,3,0 do n+=1 end is(n,0) for i=2,1 do n+=1 end is(n,0)
for i=32766,32767 do n+=1 end is(n,2) for i=-32767,-32768,-1 do n+=1 end is(n,4)
for i=0,1,.25 do n+=1 end is(n,9)
for i="1",2 do n+=i end is(n,12)
printh("ok")

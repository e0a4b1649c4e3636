pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- 3,600 tables of 14 fields fit into the memory, and 16,384 of two
-- rests on: two published carts that hold so many, in the 2 MiB that the manual allows
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
t={} for i=1,3600 do local o={x=1,y=2} for n in all(split"a,b,c,d,e,f,g,h,i,j,k,l") do o[n]=is end add(t,o) end
t={} for i=0,16383 do t[i]={x=1,y=2} end
is(#t,16383)
printh("ok")

pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- a block in the line of a short form may end in a later one, and the short form ends with it
-- rests on: shrinko8, which reads what stands inside such a block without the line's limit
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
for c in all{true,false} do
 x,y,z=0,0,0
 if (c) for i=1,3 do
  x+=i
  if (i==2) y=i
 end
 if (c) while x<10 do
  x+=1
 end
 if (c) repeat
  z+=1
 until z==4
 if (c) if x==10 then
  y+=1
 end
 is(x,c and 10 or 0)
 is(y,c and 3 or 0)
 is(z,c and 4 or 0)
end
printh("ok")

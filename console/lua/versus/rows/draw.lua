local s=0
for f=1,200 do
 map(0,0,0,0,16,16)
 for i=1,30 do spr(i,i*4,f%100) end
 local t='score '..tostr(f%100)
 for i=1,#t do
  if sub(t,i,i)=='1' then s=s+1 end
 end
 rectfill(0,0,#t*4,6,1)
 print(t,1,1,7)
end
return s+drawn()

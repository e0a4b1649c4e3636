local c=0
for f=1,2 do
 for y=0,127 do
  for x=0,127 do
   pset(x,y,c)
   c=c+1
   if c==16 then c=0 end
  end
 end
end
return c

local s=0
for r=1,20 do
 local t={}
 for i=1,1000 do t[#t+1]=i%7 end
 for k=1,5 do
  for i=1,1000 do s=(s+t[i])%1000 end
  for i=2,1000 do t[i]=t[i-1] end
 end
end
return s

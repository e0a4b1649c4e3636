local a,b,c=1,2,3
for i=1,20000 do
 for j=1,10 do
  a=(a+b*c)%97
  b=b+1
  if b>50 then b=b-50 end
  c=a-b
 end
end
return a+b+c

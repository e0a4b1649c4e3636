local n=0
for r=1,200 do
 local s=''
 for i=1,50 do s=s..'x'..i end
 n=(n+#s)%1000
 local key='k'..r
 if key=='k7' then n=n+1 end
end
return n

local total=0
local function counter(k)
 local n=0
 return function(d) n=n+d total=(total+n)%1000 if n>k then n=0 end return n end
end
local s=0
for r=1,300 do
 local a,b=counter(10),counter(20)
 for i=1,40 do s=(s+a(1)+b(2))%1000 end
end
return s+total

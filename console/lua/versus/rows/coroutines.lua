local s=0
for r=1,30 do
 local c=cocreate(function(a)
  local n=a
  while true do n=(n+yield(n))%1000 end
 end)
 coresume(c,1)
 for i=1,500 do local _,v=coresume(c,i) s=(s+v)%1000 end
end
return s

local s=0
for i=1,6000 do
 local x=mid(0,64+flr(cos(i/4)*40+.5),127)
 local y=max(0,min(127,64+flr(sin(i/4)*90+.5)))
 s=(s+abs(x-y)+flr(i/3))%1000
end
return s

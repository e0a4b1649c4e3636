-- a turn takes four seconds, and one and a half have passed
local turn=t()/4
for i=11,0,-1 do
 local behind=turn-i*0.04
 local x,y=64+40*cos(behind),64+40*sin(behind)
 circfill(x,y,9-i\2,i==0 and 10 or 9)
end
assert(time()==1.5)

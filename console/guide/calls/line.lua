for x=0,127,9 do
 line(0,x,x,127,12)
end
-- each line starts at the end of the last one: a star
line()
for corner in all({0,2,4,1,3,0}) do
 local turn=corner/5-0.25
 line(80+flr(30*cos(turn)),44-flr(30*sin(turn)),10)
end

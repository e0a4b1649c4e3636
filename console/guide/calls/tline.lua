-- a floor up to the horizon: each row of the screen shows a row of the map, the
-- upper ones further away
cls(12)
for y=0,63 do
 local far=64/(y+4)
 tline(0,64+y,127,64+y,8-far,9-far/2,far/64)
end
-- the default step is a pixel to the right: a row of the map on a slope
tline(0,20,127,50,0,2.5)
-- with 16 bits coordinates are pixels instead of tiles
tline(16)
tline(0,10,127,10,0,20,1)

-- light falls through a window of 80 x 60 pixels
clip(24,30,80,60)
map()
-- true intersects it with the previous one
clip(64,60,100,100,true)
rectfill(0,0,127,127,1)
print("♪ ♪ ♪",70,70,7)
-- the whole screen again
clip()
rect(23,29,104,90,6)

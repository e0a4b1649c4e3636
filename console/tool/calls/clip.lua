-- light falls in through a window of 80 x 60 pixels
clip(24,30,80,60)
map()
-- inside of it a smaller one: with true, what lies in both
clip(64,60,100,100,true)
rectfill(0,0,127,127,1)
print("♪ ♪ ♪",70,70,7)
-- and the whole screen again
clip()
rect(23,29,104,90,6)

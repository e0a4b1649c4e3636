-- the same sprite in other colours: pink (14) becomes blue, then green
cls(6)
spr(16,8,20,2,2)
pal(14,12)
spr(16,40,20,2,2)
pal({[14]=11,[15]=10,[2]=3})
spr(16,72,20,2,2)
pal()
spr(16,104,20,2,2)
-- palette 1 applies when the picture is shown, even to earlier drawing: all
-- light grey turns into 140, an extended blue
pal(6,140,1)
print("grey is blue now",32,60,7)
-- resets palette 2, used by raster modes and patterns
pal(2)

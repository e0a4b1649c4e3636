-- the world is larger than the screen. the camera follows the player
local x,y=96,88
camera(x-64,y-64)
map()
spr(1,x,y)
-- the status line is drawn without it
camera()
print("at 96, 88",2,116,7)

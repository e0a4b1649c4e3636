-- a health bar: 13 of 20 hit points
local full,left=20,13
rectfill(13,59,13+full*5+1,69,7)
rectfill(14,60,14+full*5-1,68,2)
rectfill(14,60,14+left*5-1,68,8)

-- the whole map. then, from cell (4, 2) on, 4 x 4 cells at (90, 4): the hut
map()
map(4,2,90,4,4,4)
rect(89,3,122,36,7)
-- only tiles with flag 1: the pond. nil for w and h: the whole map
map(9,4,88,96,nil,nil,0b10)

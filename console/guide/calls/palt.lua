cls(12)
spr(16,10,50,2,2)
-- black is drawn, pink is not
palt(0,false)
palt(14,true)
spr(16,40,50,2,2)
-- all sixteen at once: bit 15 is colour 0. here colours 0 and 15
palt(0b1000000000000001)
spr(16,70,50,2,2)
palt()
spr(16,100,50,2,2)

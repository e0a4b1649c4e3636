cls(12)
circfill(98,26,14,10)
-- a cloud is four circles
circfill(30,50,10,7)
circfill(44,44,14)
circfill(60,48,12)
circfill(72,52,8)
circfill(64,180,90,3)

-- an eye looking to the right
cls(14)
ovalfill(16,36,111,91,7)
ovalfill(62,44,98,83,12)
ovalfill(74,54,92,74,0)
ovalfill(84,55,90,61,7)

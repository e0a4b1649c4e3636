map()
-- a band of 16 rows in the middle; a byte is two pixels of colour 1
memset(0x6000+56*64,0x11,16*64)
print("the end",50,61,7)

cls(12)
circfill(64,128,40,11)
print("the sky is colour 12",24,40,7)

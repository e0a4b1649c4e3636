-- a sign with a shadow
cls(3)
rrectfill(18,50,96,34,6,1)
rrectfill(16,48,96,34,6,15)
rrect(18,50,92,30,5,4)
print("smoked, not fried",31,62,4)

cartdata("rasher_manual_3")
-- saved at the end of the frame, for the next start of the cart
dset(1,12.5)
assert(dget(1)==12.5)

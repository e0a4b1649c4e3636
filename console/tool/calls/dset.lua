cartdata("rasher_manual_3")
-- kept at the end of the frame; the next start of the cart finds it
dset(1,12.5)
assert(dget(1)==12.5)

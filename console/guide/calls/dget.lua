cartdata("rasher_manual_2")
-- 64 numbers. those never set are 0, and so are any beyond
assert(dget(5)==0)
assert(dget(64)==0)

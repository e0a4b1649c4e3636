local channel=sfx(1) -- a jump
sfx(0,3,0,2) -- a coin: on channel 3, two notes from note 0
print("jump on channel "..channel..", coin on 3")
assert(stat(46)==1 and stat(49)==0)

fn shl(p8: &mut Machine) {
    let (a, two) = (num!(-2.5), num!(2));
    // shr keeps the sign, lshr brings in zeros; rotl and rotr lose nothing.
    let rows = [a, a.shl(two), a.shr(two), a.lshr(two), a.rotl(two), a.rotr(two)];
    for (y, row) in (0..).zip(rows) {
        for x in 0..32 {
            let bit = row.shl(Num::int(x)) < num!(0); // the first bit is the sign
            p8.circfill(2 + x * 4, 20 + y * 16, 1, if bit { 10 } else { 1 });
        }
    }
    assert_eq!(rows[1..4], [num!(-10), num!(-0.625), num!("0x3fff.6")]);
    assert_eq!(a.rotl(two).rotr(two), a);
    // And, or, xor and not are operators.
    assert_eq!(num!(12) & num!(10) | num!(1), num!(9));
}

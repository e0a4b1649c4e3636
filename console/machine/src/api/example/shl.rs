fn shl(p8: &mut Machine) {
    let (a, two) = (num!(-2.5), num!(2));
    // shr keeps the sign, lshr shifts in zeros, rotl and rotr rotate.
    let shifted = [a.shl(two), a.shr(two), a.lshr(two)];
    for (y, row) in (0..).zip([a, shifted[0], shifted[1], shifted[2]]) {
        for x in 0..32 {
            let first = row.shl(Num::int(x)) < num!(0); // the sign comes first
            p8.circfill(2 + x * 4, 26 + y * 24, 1, if first { 10 } else { 1 });
        }
        p8.print_at(row, 1, 14 + y * 24, 6);
    }
    assert_eq!(shifted, [num!(-10), num!(-0.625), num!("0x3fff.6")]);
    assert_eq!(a.rotl(two).rotr(two), a);
    // And, or, xor and not are operators.
    assert_eq!(num!(12) & num!(10) | num!(1), num!(9));
}

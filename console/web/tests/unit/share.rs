//! Codes of links.

use super::*;
use crate::host::tests::Rig;

#[test]
fn an_address_becomes_a_code_if_it_is_short_enough() {
    let mut rig = Rig::boot(&[], json!({"k": "start", "cart": "porklike", "name": "porklike"}));
    for (length, side) in [(20, 25), (CODE_MAX, 0), (CODE_MAX + 1, 0)] {
        rig.tell(json!({"k": "code", "text": "a".repeat(length)}));
        let found = rig.of("code").last().and_then(|head| head["side"].as_i64()).expect("an answer");
        match length {
            CODE_MAX => assert!(found > 100 && found <= 177, "{found}"),
            _ => assert_eq!(found, side, "{length}"),
        }
    }
}

//! The host's clock, read once at the start of a run, since the console has no clock.

use rasher::{Date, next_seed};
use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

pub fn today() -> Date {
    Date { unix: since_1970().as_secs() as i64, offset: offset() }
}

fn since_1970() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

pub fn seed() -> u64 {
    let nanos = since_1970().as_nanos() as u64;
    // Nearby times give distant seeds.
    next_seed(nanos ^ u64::from(std::process::id()) << 48)
}

/// Seconds to add for local time, by `date`, which every Unix has; elsewhere 0.
fn offset() -> i32 {
    if !cfg!(unix) {
        return 0;
    }
    let answer = Command::new("date").arg("+%z").output();
    answer.ok().and_then(|out| seconds(std::str::from_utf8(&out.stdout).ok()?.trim())).unwrap_or(0)
}

/// The seconds of `+hhmm` or `-hhmm`.
fn seconds(zone: &str) -> Option<i32> {
    let (sign, digits) = (zone.get(..1)?, zone.get(1..).filter(|d| d.len() == 4)?);
    let (hours, minutes) = (digits.get(..2)?.parse::<u8>().ok()?, digits.get(2..)?.parse::<u8>().ok()?);
    let size = i32::from(hours) * 3600 + i32::from(minutes) * 60;
    match sign {
        "+" => Some(size),
        "-" => Some(-size),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_are_seconds() {
        for (zone, want) in [("+0000", 0), ("+0530", 19_800), ("-0330", -12_600), ("+1400", 50_400)] {
            assert_eq!(seconds(zone), Some(want), "{zone:?}");
        }
        assert!(["", "+", "*0100", "+1", "+ä00"].iter().all(|zone| seconds(zone).is_none()));
    }
}

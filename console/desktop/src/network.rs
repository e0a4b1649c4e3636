//! The only code that reaches the network: a file of a catalogue, from an address that the user has added.
//!
//! ```text
//! get ── https, or http on this machine ── redirects, each checked like the address ── at most so many bytes in so much time ──> bytes
//! ```
//!
//! Nothing is sent but the address: no cookie, no name of the user or of the system.

use std::time::Duration;
use ureq::Agent;
use ureq::http::header::LOCATION;

/// For the whole request, and for the connection alone.
const PATIENCE: Duration = Duration::from_secs(15);
const CONNECT: Duration = Duration::from_secs(8);
const REDIRECTS: usize = 4;

#[derive(Clone)]
pub struct Network(Agent);

impl Network {
    pub fn new() -> Network {
        let config = Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .timeout_connect(Some(CONNECT))
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .user_agent("rasher")
            .build();
        Network(config.into())
    }

    /// The bytes at an address, at most `most`, or a sentence that says why not.
    pub fn get(&self, address: &str, most: usize) -> Result<Vec<u8>, String> {
        let mut next = address.to_string();
        for _ in 0..=REDIRECTS {
            if !format::may_read(&next, address) {
                return Err(format!("{address}: leads to {next}, where nothing may be read"));
            }
            let mut response = self.0.get(&next).call().map_err(|e| format!("{next}: {}", reason(&e)))?;
            let status = response.status();
            if status.is_redirection() {
                let to = response.headers().get(LOCATION).and_then(|to| to.to_str().ok());
                next = absolute(&next, to.unwrap_or_default());
                continue;
            }
            if !status.is_success() {
                return Err(format!("{next}: the server answered {status}"));
            }
            let body = response.body_mut().with_config().limit(most as u64 + 1).read_to_vec();
            return match body {
                Ok(bytes) if bytes.len() <= most => Ok(bytes),
                Ok(_) | Err(ureq::Error::BodyExceedsLimit(_)) => {
                    Err(format!("{next}: found more than {most} bytes"))
                }
                Err(e) => Err(format!("{next}: {}", reason(&e))),
            };
        }
        Err(format!("{address}: found more than {REDIRECTS} redirects"))
    }
}

/// Where a redirect leads: an address, or a path on the same host.
fn absolute(from: &str, to: &str) -> String {
    let host_at = from.find("://").map_or(0, |at| at + 3);
    let host = from[host_at..].find('/').map_or(from, |at| &from[..host_at + at]);
    match to {
        to if to.contains("://") => to.to_string(),
        to if to.starts_with("//") => format!("{}{to}", from.split("//").next().unwrap_or_default()),
        to if to.starts_with('/') => format!("{host}{to}"),
        to => format::file_address(from, to),
    }
}

fn reason(error: &ureq::Error) -> String {
    match error {
        ureq::Error::HostNotFound => "no such host, or no network".to_string(),
        ureq::Error::Timeout(_) => "no answer in time".to_string(),
        ureq::Error::ConnectionFailed => "no connection".to_string(),
        error => error.to_string(),
    }
}

#[cfg(test)]
#[path = "../tests/unit/network.rs"]
pub(crate) mod tests;

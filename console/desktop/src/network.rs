//! The only code that reaches the network: a file of a catalogue, from an address that the user has added.
//!
//! ```text
//! get ── https, or http on this machine ── redirects, each checked like the address ── at most so many bytes in so much time ──> bytes
//! ```
//!
//! Nothing is sent but the address: no cookie, no name of the user or of the system. A server is trusted by the usual authorities, which
//! are built in, or by the certificates in the file that `SSL_CERT_FILE` names, as OpenSSL does.

use crate::catalogues::Network;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use ureq::Agent;
use ureq::http::header::LOCATION;
use ureq::tls::{PemItem, RootCerts, TlsConfig, parse_pem};

/// For the whole request, and for the connection alone.
const PATIENCE: Duration = Duration::from_secs(15);
const CONNECT: Duration = Duration::from_secs(8);
const REDIRECTS: usize = 4;
/// Systems have bundles of 200 KB.
const CERTIFICATES: u64 = 4 << 20;

pub fn open() -> Result<Network, String> {
    let roots = match std::env::var_os("SSL_CERT_FILE").filter(|file| !file.is_empty()) {
        Some(file) => roots(Path::new(&file))?,
        None => RootCerts::WebPki,
    };
    Ok(Client::new(roots, PATIENCE).into_network())
}

fn roots(file: &Path) -> Result<RootCerts, String> {
    let pem = store::read_at_most(file, CERTIFICATES).map_err(|e| format!("SSL_CERT_FILE: {e}"))?;
    let certificates: Vec<_> = parse_pem(&pem)
        .filter_map(|item| match item {
            Ok(PemItem::Certificate(certificate)) => Some(certificate),
            _ => None,
        })
        .collect();
    match certificates.is_empty() {
        true => {
            Err(format!("SSL_CERT_FILE: {}: expected certificates in PEM, found none", store::shown(file)))
        }
        false => Ok(certificates.into()),
    }
}

struct Client(Agent);

impl Client {
    fn new(roots: RootCerts, patience: Duration) -> Client {
        let config = Agent::config_builder()
            .tls_config(TlsConfig::builder().root_certs(roots).build())
            .timeout_global(Some(patience))
            .timeout_connect(Some(CONNECT))
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .user_agent("rasher")
            .build();
        Client(config.into())
    }

    fn into_network(self) -> Network {
        Arc::new(move |address, most| self.get(address, most))
    }

    fn get(&self, address: &str, most: usize) -> Result<Vec<u8>, String> {
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
        error => {
            let said = error.to_string();
            match said.split_once("invalid peer certificate: ") {
                Some((_, why)) => format!(
                    "the server's certificate is not trusted ({why}); SSL_CERT_FILE can name a file of those to trust"
                ),
                None => said,
            }
        }
    }
}

#[cfg(test)]
#[path = "../tests/unit/network.rs"]
pub(crate) mod tests;

//! The memory that a module may have, and how often it may ask for more.

use crate::check::{PAGE, PAGES_MAX};
use wasmi::ResourceLimiter;
use wasmi_core::LimiterError;

/// The largest memory, beyond which the allocator of a module fails.
#[derive(Default)]
pub(crate) struct Limits {
    /// Requests for more memory in this call.
    requests: usize,
}

/// Requests for more memory in one call: a page each from nothing to all are 36. An endless loop of them would use up
/// the stack of the interpreter in a build in which that instruction does not end in a tail call.
const REQUESTS: usize = 128;

impl ResourceLimiter for Limits {
    fn memory_growing(&mut self, _: usize, wanted: usize, _: Option<usize>) -> Result<bool, LimiterError> {
        self.requests += 1;
        if self.requests > REQUESTS {
            return Err(LimiterError::ResourceLimiterDeniedAllocation);
        }
        Ok(wanted <= PAGES_MAX * PAGE)
    }

    fn table_growing(&mut self, _: usize, wanted: usize, _: Option<usize>) -> Result<bool, LimiterError> {
        Ok(wanted <= 10_000)
    }

    fn instances(&self) -> usize {
        1
    }

    fn tables(&self) -> usize {
        1
    }

    fn memories(&self) -> usize {
        1
    }
}

//! What the locks protect.

use super::Turn;
use crate::cast::CastGuard;
use crate::shared::{Clients, Resource};
use crate::{EventKind, LockIndex, ResourceIndex, ResourceSpec, Violation, Written};

impl Turn<'_> {
    /// Reads a row. One that sees a fencing number remembers it, at a read as at
    /// a write: otherwise an owner that is late could still write between
    /// another's read and its write, and that write would be lost.
    pub(super) fn read(&mut self, row: ResourceIndex, fence: Option<LockIndex>) {
        let client = self.client;
        let fenced = fence.is_some();
        let fence = fence.and_then(|lock| self.fencing_token(lock));
        let checks = self.checks_fences(row);
        let Some(Resource::Row { value, fresh, highest_fence }) =
            self.shared.resources.get_mut(row.0)
        else {
            return;
        };
        let stale = fenced && fence.is_none_or(|fence| fence < *highest_fence);
        let value = *value;
        let refused = stale && checks;
        if refused {
            self.me.read.remove(&row);
        } else {
            fresh.insert(client);
            *highest_fence = (*highest_fence).max(fence.unwrap_or(0));
            self.me.read.insert(row, value);
        }
        if fenced {
            self.me.done = !refused;
        }
        let written = if refused { Written::Refused } else { Written::Done };
        self.happened(EventKind::Read { client, row, value, written });
        self.next_line();
    }

    /// Whether a row refuses who comes with a number below one that it has seen.
    fn checks_fences(&self, row: ResourceIndex) -> bool {
        let spec = self.cast.resources.get(row.0).map(|resource| &resource.spec);
        matches!(spec, Some(ResourceSpec::Row { fenced: true, .. }))
    }

    pub(super) fn write(
        &mut self,
        row: ResourceIndex,
        from: Option<ResourceIndex>,
        plus: i64,
        guard: &CastGuard,
    ) {
        let client = self.client;
        let fence = self.fence(guard);
        let copy = from.map(|from| self.me.read.get(&from).copied().unwrap_or(0));
        let checks_fences = self.checks_fences(row);
        let Some(Resource::Row { value, fresh, highest_fence }) =
            self.shared.resources.get_mut(row.0)
        else {
            return;
        };
        let was_fresh = fresh.contains(client);
        let (allowed, base) = match guard {
            CastGuard::Blind => (true, copy),
            CastGuard::Unchanged => (was_fresh, copy),
            CastGuard::Where { relation, number } => {
                (relation.holds(*value, *number), from.map(|_| *value))
            }
            CastGuard::Fenced { .. } => {
                let stale = fence.is_none_or(|fence| fence < *highest_fence);
                (!(checks_fences && stale), copy)
            }
        };
        let new = base.unwrap_or(0).saturating_add(plus);
        let highest = *highest_fence;
        if allowed {
            *value = new;
            *fresh = Clients::only(client);
            *highest_fence = highest.max(fence.unwrap_or(0));
            self.me.read.insert(row, new);
        }
        self.me.done = allowed;
        let written = if allowed { Written::Done } else { Written::Refused };
        self.happened(EventKind::Wrote { client, row, value: new, written });
        if allowed {
            let blind = matches!(guard, CastGuard::Blind | CastGuard::Fenced { .. });
            if blind && from == Some(row) && !was_fresh {
                self.violated(Violation::LostUpdate { by: client, row });
            }
            if let Some(fence) = fence.filter(|fence| *fence < highest) {
                self.violated(Violation::StaleWrite { by: client, row, fence, highest });
            }
            self.check_bounds(row, new);
        }
        self.next_line();
    }

    fn fence(&self, guard: &CastGuard) -> Option<i64> {
        let CastGuard::Fenced { lock } = guard else { return None };
        self.fencing_token(*lock)
    }

    fn fencing_token(&self, lock: LockIndex) -> Option<i64> {
        self.me.grants.get(&lock).and_then(|grant| grant.fencing_token)
    }

    fn check_bounds(&mut self, row: ResourceIndex, value: i64) {
        let ResourceSpec::Row { min, max, .. } = self.cast.resources[row.0].spec else { return };
        let below = min.is_some_and(|min| value < min);
        let above = max.is_some_and(|max| value > max);
        if below || above {
            self.violated(Violation::OutOfBounds { by: self.client, row, value });
        }
    }

    pub(super) fn insert(&mut self, table: ResourceIndex, name: &str) {
        let client = self.client;
        if let Some(Resource::Table { names }) = self.shared.resources.get_mut(table.0) {
            let done = names.insert(name.to_owned());
            self.me.done = done;
            let name = name.to_owned();
            let written = if done { Written::Done } else { Written::Refused };
            self.happened(EventKind::Inserted { client, table, name, written });
        }
        self.next_line();
    }

    pub(super) fn take_job(&mut self, queue: ResourceIndex) {
        let client = self.client;
        if let Some(Resource::Queue { left }) = self.shared.resources.get_mut(queue.0) {
            let written = if *left > 0 { Written::Done } else { Written::Refused };
            *left = left.saturating_sub(1);
            let left = *left;
            self.me.done = written == Written::Done;
            self.happened(EventKind::Took { client, queue, left, written });
        }
        self.next_line();
    }
}

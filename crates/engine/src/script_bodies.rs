//! The scripts that a server has seen.

use crate::ScriptSha;
use lockstep_resp::Blob;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Bodies of scripts by their SHA1, for `EVALSHA`. They seldom change, so clones
/// of a state share them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ScriptBodies(Arc<BTreeMap<ScriptSha, Blob>>);

impl ScriptBodies {
    /// The body of the script with this name.
    pub(crate) fn get(&self, sha: ScriptSha) -> Option<&Blob> {
        self.0.get(&sha)
    }

    /// Keeps a script, if it is not there yet.
    pub(crate) fn keep(&mut self, sha: ScriptSha, body: &[u8]) {
        if !self.0.contains_key(&sha) {
            Arc::make_mut(&mut self.0).insert(sha, Blob::from(body));
        }
    }
}

/// A body follows from its SHA1, so it adds nothing to the hash.
impl Hash for ScriptBodies {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.len().hash(hasher);
        self.0.keys().for_each(|sha| sha.hash(hasher));
    }
}

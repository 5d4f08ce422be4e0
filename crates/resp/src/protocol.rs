//! The two protocols, and replies in each.

use crate::Reply;

/// Which of the two protocols a connection speaks. It starts with RESP2, and
/// `HELLO 3` switches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// Five types of reply; the rest is expressed by them.
    #[default]
    Resp2,
    /// Every type of [`Reply`] but the absent array.
    Resp3,
}

impl Reply {
    /// The reply as a client of that protocol sees it. What RESP2 has no type
    /// for becomes what Redis sends to a client without `HELLO 3`: a map an
    /// array of keys and values in turn, a boolean 1 or 0, a double a string.
    /// RESP3 has only one absent value.
    #[must_use]
    #[inline]
    pub fn seen_by(self, protocol: Protocol) -> Self {
        if self.is_alike() { self } else { self.converted(protocol) }
    }

    /// Whether clients of both protocols see this as it is, which is so for what
    /// most commands answer. `false` tells nothing.
    #[inline]
    pub fn is_alike(&self) -> bool {
        matches!(
            self,
            Self::Simple(_) | Self::Error(_) | Self::Integer(_) | Self::Bulk(_) | Self::Nil
        )
    }

    fn converted(self, protocol: Protocol) -> Self {
        let each =
            |items: Vec<Self>| items.into_iter().map(|item| item.seen_by(protocol)).collect();
        match (protocol, self) {
            (_, Self::Array(items)) => Self::Array(each(items)),
            (Protocol::Resp3, Self::NilArray) => Self::Nil,
            (Protocol::Resp3, Self::Set(items)) => Self::Set(each(items)),
            (Protocol::Resp3, Self::Push(items)) => Self::Push(each(items)),
            (Protocol::Resp3, Self::Map(pairs)) => Self::Map(
                pairs
                    .into_iter()
                    .map(|(k, v)| (k.seen_by(protocol), v.seen_by(protocol)))
                    .collect(),
            ),
            (Protocol::Resp2, Self::Set(items) | Self::Push(items)) => Self::Array(each(items)),
            (Protocol::Resp2, Self::Map(pairs)) => {
                Self::Array(each(pairs.into_iter().flat_map(|(k, v)| [k, v]).collect()))
            }
            (Protocol::Resp2, Self::Double(text) | Self::BigNumber(text)) => Self::Bulk(text),
            (Protocol::Resp2, Self::Verbatim(_, text)) => Self::Bulk(text),
            (Protocol::Resp2, Self::Boolean(b)) => Self::Integer(i64::from(b)),
            (_, same) => same,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_is_seen_in_the_protocol_of_the_client() {
        let check = |reply: Reply, resp2: Reply, resp3: Reply| {
            assert_eq!(reply.clone().seen_by(Protocol::Resp2), resp2);
            assert_eq!(reply.seen_by(Protocol::Resp3), resp3);
        };
        let (one, yes) = (Reply::Integer(1), Reply::Boolean(true));
        let map = Reply::Map(vec![(Reply::bulk("k"), yes.clone())]);
        check(
            Reply::Array(vec![map.clone()]),
            Reply::Array(vec![Reply::Array(vec![Reply::bulk("k"), one.clone()])]),
            Reply::Array(vec![map]),
        );
        check(Reply::NilArray, Reply::NilArray, Reply::Nil);
        let set = Reply::Set(vec![yes.clone()]);
        check(set.clone(), Reply::Array(vec![one]), set);
        let double = Reply::Double(b"1.5"[..].into());
        check(double.clone(), Reply::bulk("1.5"), double);
    }
}

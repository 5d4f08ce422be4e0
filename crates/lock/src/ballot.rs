//! The same question put to every node, and their answers.

use crate::call::{Call, Vote};
use crate::{Happened, Lock, NodeIndex, Progress, Request, RequestId, Wants};
use lockstep_resp::Blob;

/// A question to every node, under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Ballot {
    seats: Vec<Seat>,
    /// Until when the answers are waited for, if not for ever. Any other
    /// moment that comes is one that was named for something before.
    answer_by_ms: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Seat {
    call: Call,
    newest: RequestId,
    vote: Option<Vote>,
}

/// How the answers stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) yes: u16,
    pub(crate) no: u16,
    pub(crate) refused: u16,
    pub(crate) lost: u16,
    pub(crate) pending: u16,
}

impl Ballot {
    /// Asks each of the lock's nodes the same; `ids` is the newest request's
    /// number, which goes on counting.
    pub(crate) fn open<T>(
        call: Call,
        lock: &Lock,
        now_ms: u64,
        ids: &mut u32,
    ) -> (Self, Progress<T>) {
        let nodes = lock.asked_nodes();
        let mut send = Vec::with_capacity(nodes.into());
        let calls = std::iter::repeat_n(call, nodes.into());
        let seats = (0..nodes).zip(calls).map(|(node, call)| {
            let request = request(&call, NodeIndex(node), ids);
            let newest = request.id;
            send.push(request);
            Seat { call, newest, vote: None }
        });
        let seats = seats.collect();
        let answer_by_ms = lock.answer_by_ms(now_ms);
        (Self { seats, answer_by_ms }, Wants::send(send, answer_by_ms))
    }

    /// Takes what happened, if it concerns this ballot. A node may have to be
    /// asked once more; the echo of an earlier question changes nothing.
    pub(crate) fn hear(
        &mut self,
        now_ms: u64,
        happened: Happened,
        ids: &mut u32,
    ) -> Option<Request> {
        let (id, reply) = match happened {
            Happened::Replied { request, reply } => (request, Some(reply)),
            Happened::Lost { request } => (request, None),
            Happened::DeadlineReached if self.answer_by_ms.is_some_and(|by| now_ms >= by) => {
                self.close();
                return None;
            }
            _ => return None,
        };
        let index = self.seats.iter().position(|s| s.newest == id && s.vote.is_none())?;
        let seat = &mut self.seats[index];
        let vote = reply.map_or(Some(Vote::Lost), |reply| seat.call.read(reply));
        if vote.is_some() {
            seat.vote = vote;
            return None;
        }
        let node = NodeIndex(u16::try_from(index).unwrap_or(u16::MAX));
        let again = request(&seat.call, node, ids);
        seat.newest = again.id;
        Some(again)
    }

    /// Stops waiting: whoever has not answered counts as lost.
    fn close(&mut self) {
        for seat in &mut self.seats {
            seat.vote.get_or_insert(Vote::Lost);
        }
    }

    /// See [`Operation::shift`](crate::Operation::shift).
    pub(crate) fn shift(&mut self, earlier_by_ms: u64) {
        if let Some(by_ms) = &mut self.answer_by_ms {
            *by_ms = by_ms.saturating_sub(earlier_by_ms);
        }
    }

    /// Forgets how long ago the answers were due.
    pub(crate) fn forget_past(&mut self, now_ms: u64) {
        self.answer_by_ms = self.answer_by_ms.map(|by_ms| if by_ms <= now_ms { 0 } else { by_ms });
    }

    pub(crate) fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for seat in &self.seats {
            *match seat.vote {
                Some(Vote::Yes(_)) => &mut tally.yes,
                Some(Vote::No(_)) => &mut tally.no,
                Some(Vote::Refused(_)) => &mut tally.refused,
                Some(Vote::Lost) => &mut tally.lost,
                None => &mut tally.pending,
            } += 1;
        }
        tally
    }

    /// The numbers that came with a yes.
    pub(crate) fn yes(&self) -> impl Iterator<Item = i64> {
        self.seats.iter().filter_map(|seat| match seat.vote {
            Some(Vote::Yes(n)) => Some(n),
            _ => None,
        })
    }

    /// The numbers that came with a no.
    pub(crate) fn no(&self) -> impl Iterator<Item = i64> {
        self.seats.iter().filter_map(|seat| match seat.vote {
            Some(Vote::No(n)) => Some(n),
            _ => None,
        })
    }

    /// The first node that answered with an error, and its text.
    pub(crate) fn refusal(&self) -> Option<(NodeIndex, Blob)> {
        (0u16..).zip(&self.seats).find_map(|(node, seat)| match &seat.vote {
            Some(Vote::Refused(text)) => Some((NodeIndex(node), text.clone())),
            _ => None,
        })
    }
}

fn request(call: &Call, node: NodeIndex, ids: &mut u32) -> Request {
    *ids = ids.wrapping_add(1);
    Request { id: RequestId(*ids), node, command: call.command().clone() }
}

/// How many of `nodes` are a majority: no two majorities are without a node in
/// common. Source: the RedLock specification, `N/2 + 1`.
pub(crate) fn quorum(nodes: u16) -> u16 {
    nodes / 2 + 1
}

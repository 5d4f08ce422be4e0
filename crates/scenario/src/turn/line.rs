//! A line of the program.

use super::Turn;
use crate::cast::{Act, Question};
use crate::{EventKind, SectionIndex, Violation};
use lockstep_resp::{Command, Reply};

impl Turn<'_> {
    /// Takes the line at which the client stands.
    pub(super) fn line(&mut self) {
        let client = self.client;
        let cast = self.cast;
        let Some(act) = cast.clients[client.0].acts.get(self.me.position) else {
            return;
        };
        match act {
            Act::Acquire { lock, only_tries } => self.acquire(*lock, *only_tries),
            Act::Extend { lock } => self.extend(*lock),
            Act::Release { lock } => self.release(*lock),
            Act::Redis { command } => self.redis(command),
            Act::Enter { section } => self.enter(*section),
            Act::Leave { section } => self.leave(*section),
            Act::Work { length_ms } => self.work(*length_ms),
            Act::Think => {
                self.happened(EventKind::Thought { client });
                self.next_line();
            }
            Act::Read { row, fence } => self.read(*row, *fence),
            Act::Write { row, from, plus, guard } => self.write(*row, *from, *plus, guard),
            Act::Insert { table, name } => self.insert(*table, name),
            Act::Take { queue } => self.take_job(*queue),
            // The client never stands on a jump: it settles behind it.
            Act::If { .. } | Act::Retry { .. } | Act::Stop => {}
        }
    }

    pub(super) fn next_line(&mut self) {
        self.me.position += 1;
    }

    /// Being busy is nothing that anybody sees, so it begins with the step
    /// before it: whoever begins late only seems to be busy for longer.
    fn work(&mut self, length_ms: i64) {
        let (client, until_ms) = (self.client, self.now_ms.saturating_add(length_ms));
        self.me.busy_until_ms = Some(until_ms);
        self.happened(EventKind::Working { client, until_ms });
        self.next_line();
    }

    /// Goes on over all jumps, which take no step, to where the client stands
    /// next or ends, and begins to be busy where that comes next.
    pub(crate) fn settle(&mut self) {
        if self.me.finished || self.me.running.is_some() || self.me.blocked {
            return;
        }
        let acts = &self.cast.clients[self.client.0].acts;
        // A program that only jumps would never stand anywhere.
        let mut jumps = acts.len().saturating_mul(2);
        while let Some(act) = acts.get(self.me.position).filter(|act| act.is_jump()) {
            match act {
                Act::If { question, otherwise } => {
                    let asked = self.holds(question);
                    self.me.position = if asked { self.me.position + 1 } else { *otherwise };
                }
                Act::Retry { times } if self.may_retry(*times) => self.me.position = 0,
                _ => return self.finish(),
            }
            jumps = jumps.saturating_sub(1);
            if jumps == 0 {
                return self.finish();
            }
        }
        match acts.get(self.me.position) {
            None if self.me.busy_until_ms.is_none() => self.finish(),
            Some(Act::Work { length_ms }) if self.me.busy_until_ms.is_none() => {
                self.work(*length_ms);
            }
            _ => {}
        }
    }

    fn may_retry(&mut self, times: Option<u32>) -> bool {
        let Some(times) = times else { return true };
        self.me.retries += 1;
        self.me.retries <= times
    }

    fn holds(&self, question: &Question) -> bool {
        match question {
            Question::Not(question) => !self.holds(question),
            Question::Done => self.me.done,
            Question::Valid { lock } => {
                let grant = self.me.grants.get(lock);
                grant.is_some_and(|grant| self.client_now_ms() < grant.valid_until_ms)
            }
            Question::ReplyIs { text } => match &self.me.reply {
                None => text == "lost",
                Some(Reply::Bulk(bytes)) => **bytes == *text.as_bytes(),
                Some(reply) if reply.is_nil() => text == "nil",
                Some(Reply::Integer(n)) => n.to_string() == *text,
                Some(reply) => reply.to_string() == *text,
            },
            Question::Reply { relation, number } => {
                let reply = match &self.me.reply {
                    Some(Reply::Integer(n)) => Some(*n),
                    Some(Reply::Bulk(bytes)) => {
                        std::str::from_utf8(bytes).ok().and_then(|text| text.parse().ok())
                    }
                    _ => None,
                };
                reply.is_some_and(|reply| relation.holds(reply, *number))
            }
            Question::Row { row, relation, number } => {
                self.me.read.get(row).is_some_and(|value| relation.holds(*value, *number))
            }
        }
    }

    fn redis(&mut self, command: &Command) {
        match self.send(lockstep_lock::NodeIndex(0), command) {
            super::send::Sent::Answered(reply) => self.answered(Some(reply)),
            super::send::Sent::Lost => self.answered(None),
            super::send::Sent::Later => self.me.blocked = true,
        }
    }

    /// The answer to a plain command that came later.
    pub(super) fn unblock(&mut self) {
        let reply = self.take_mail(lockstep_lock::NodeIndex(0), self.me.connections.main);
        self.me.blocked = false;
        self.answered(reply);
    }

    fn answered(&mut self, reply: Option<Reply>) {
        if self.cast.clients[self.client.0].asks_for_replies() {
            self.me.reply = reply;
        }
        self.next_line();
    }

    fn enter(&mut self, section: SectionIndex) {
        let client = self.client;
        let inside = &mut self.shared.sections[section.0];
        inside.insert(client);
        let clients: Vec<_> = inside.iter().collect();
        let section = self.cast.sections[section.0].clone();
        self.happened(EventKind::Entered { client, section: section.clone() });
        if clients.len() > 1 {
            self.violated(Violation::MutualExclusion { section, clients });
        }
        self.next_line();
    }

    fn leave(&mut self, section: SectionIndex) {
        let client = self.client;
        self.shared.sections[section.0].remove(client);
        let section = self.cast.sections[section.0].clone();
        self.happened(EventKind::Left { client, section });
        self.next_line();
    }
}

//! Runs an operation to its end.

use super::hub::Ear;
use super::lanes::Requests;
use crate::{Happened, Operation, Progress};
use futures_util::future::BoxFuture;
use std::future::poll_fn;
use std::task::{Context, Poll};

/// Runs an operation to its end; `after` looks at it after each step. Whoever
/// drops this half-way drops `requests` too, or takes care of them.
pub(super) async fn drive<O: Operation>(
    operation: &mut O,
    requests: &mut Requests,
    ear: &mut Ear<'_>,
    mut after: impl FnMut(&O),
) -> O::Outcome {
    let mut alarm = None;
    let mut happened = Happened::Started;
    loop {
        let progress = operation.resume(requests.timer().now_ms(), happened);
        after(operation);
        let wants = match progress {
            Progress::Done(outcome) => return outcome,
            Progress::Wants(wants) => wants,
        };
        for request in wants.send {
            requests.push(request);
        }
        if let Some(range) = wants.resume {
            let timer = requests.timer();
            alarm = Some(timer.wait_until_ms(timer.choose(range)));
        }
        if let Some(channel) = wants.listen {
            ear.listen(channel);
        }
        happened = poll_fn(|context| poll(context, requests, ear, &mut alarm)).await;
    }
}

/// Answers come first: one that is there is in time.
fn poll(
    context: &mut Context<'_>,
    requests: &mut Requests,
    ear: &mut Ear<'_>,
    alarm: &mut Option<BoxFuture<'static, ()>>,
) -> Poll<Happened> {
    if let Poll::Ready((request, reply)) = requests.poll_answer(context) {
        let request = request.id;
        return Poll::Ready(match reply {
            Some(reply) => Happened::Replied { request, reply },
            None => Happened::Lost { request },
        });
    }
    if let Poll::Ready(heard) = ear.poll_heard(context) {
        return Poll::Ready(heard);
    }
    if alarm.as_mut().is_some_and(|alarm| alarm.as_mut().poll(context).is_ready()) {
        *alarm = None;
        return Poll::Ready(Happened::DeadlineReached);
    }
    Poll::Pending
}

//! Locks on real Redis servers in real time: many processes, pauses, failovers,
//! dead nodes, passwords, TLS, a cluster.

mod cluster;
mod contention;
mod failover;
mod lab;
mod nodes;
mod pauses;
mod secured;

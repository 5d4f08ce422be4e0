//! The commands of Redis's group *connection*.

pub(super) mod auth;
pub(super) mod client;
pub(super) mod client_getname;
pub(super) mod client_id;
pub(super) mod client_info;
pub(super) mod client_list;
pub(super) mod client_setinfo;
pub(super) mod client_setname;
pub(super) mod echo;
pub(super) mod hello;
pub(super) mod ping;
pub(super) mod quit;
pub(super) mod reset;
pub(super) mod select;

//! The commands of Redis's group *server*.

pub(super) mod command;
pub(super) mod command_count;
pub(super) mod command_docs;
pub(super) mod command_info;
pub(super) mod command_list;
pub(super) mod config;
pub(super) mod config_get;
pub(super) mod config_set;
pub(super) mod dbsize;
pub(super) mod flushall;
pub(super) mod flushdb;
pub(super) mod info;
pub(super) mod role;
pub(super) mod swapdb;
pub(super) mod time;

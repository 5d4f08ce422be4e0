//! How a command can end otherwise than well.

use lockstep_lesson::CastError;
use lockstep_lesson::folder::LessonError;
use std::process::ExitCode;

/// How a command can end otherwise than well.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// Something was found that should not be.
    #[error("{0}")]
    Found(String),
    /// All is told already; only the exit code is left to say.
    #[error("exit code {0}")]
    Told(u8),
    #[error(transparent)]
    Lesson(#[from] LessonError),
    #[error(transparent)]
    Cast(#[from] CastError),
    #[error("{0}")]
    Usage(String),
    #[error("cannot write: {0}")]
    Write(#[from] std::io::Error),
    #[error("cannot write JSON: {0}")]
    Json(#[from] serde_json::Error),
}

impl Failure {
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            // Whoever reads our output has had enough; that is no error.
            Self::Write(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {
                ExitCode::SUCCESS
            }
            Self::Found(_) => ExitCode::from(1),
            Self::Told(code) => ExitCode::from(*code),
            _ => ExitCode::from(2),
        }
    }

    pub(crate) fn message(&self) -> Option<String> {
        match self {
            Self::Found(text) => Some(text.clone()),
            Self::Told(_) => None,
            other => Some(format!("lockstep: {other}")),
        }
    }
}

//! The page; see the library beside this file.

fn main() {
    lockstep_web::start();
}

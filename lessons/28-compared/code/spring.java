interface Shelves extends JpaRepository<Shelf, Long> {
    @Lock(LockModeType.PESSIMISTIC_WRITE)              // SELECT … FOR UPDATE
    @QueryHints(@QueryHint(name = "jakarta.persistence.lock.timeout", value = "2000"))
    @Query("select s from Shelf s where s.id = :id")
    Optional<Shelf> findLocked(@Param("id") long id);
}

@Service
class Shop {
    private final Shelves shelves;

    Shop(Shelves shelves) {
        this.shelves = shelves;
    }

    // Call the card company before this method, not in it. The lock begins at
    // the query and ends at the commit, which is after the last line.
    // (PostgreSQL knows no such hint: there, set lock_timeout instead.)
    @Transactional(timeout = 5)
    public boolean sellOne(long id) {
        Shelf shelf = shelves.findLocked(id).orElseThrow();
        if (shelf.pieces() == 0) {
            return false;
        }
        shelf.takeOne();
        return true;
    }
}

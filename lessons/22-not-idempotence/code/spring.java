// MySQL: INSERT IGNORE. PostgreSQL: ON CONFLICT DO NOTHING.
@Transactional   // the number and its effect, or neither
public Placed place(String order, String item) {
    int first = jdbc.update(
        "INSERT INTO orders (id) VALUES (?) ON CONFLICT DO NOTHING", order);
    if (first == 0) {
        return Placed.SEEN;                  // answer as the first time
    }
    int sold = jdbc.update(
        "UPDATE stock SET n = n - 1 WHERE item = ? AND n > 0", item);
    if (sold == 0) {
        throw new SoldOutException(item);    // unchecked: rolls the number back, too
    }
    return Placed.SOLD;
}

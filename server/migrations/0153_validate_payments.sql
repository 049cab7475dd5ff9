-- compatible with 0109
-- In a transaction of its own: validation reads the whole table, and the lock that it takes allows reads and writes.
alter table transactions validate constraint transactions_environment, validate constraint transactions_quantity,
  validate constraint transactions_fee, validate constraint transactions_tax,
  validate constraint transactions_no_revenue, validate constraint transactions_dispute;

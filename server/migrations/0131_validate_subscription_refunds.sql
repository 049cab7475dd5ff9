-- compatible with 0109
-- In a transaction of its own: validation reads the whole table, and the lock that it takes allows reads and writes.
alter table subscription_events validate constraint subscription_events_refund;

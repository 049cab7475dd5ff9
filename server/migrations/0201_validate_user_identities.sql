-- compatible with 0109
-- In a transaction of its own: validation reads the whole table, and the lock that it takes allows reads and writes.
alter table users validate constraint users_auth_provider;

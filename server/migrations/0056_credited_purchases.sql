-- compatible with 0027
-- A purchase that no rail told of, completed on the word of an admin: who asked for that.
alter table transactions
  add credited_by uuid constraint transactions_credited_by_fk references admins;
create index transactions_credited_by on transactions (credited_by) where credited_by is not null;

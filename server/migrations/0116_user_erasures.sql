-- compatible with 0109
-- Users who were anonymized and whose events and saved series a job still erases. The row goes with the last of them.
create table user_erasures (
  user_id uuid constraint user_erasures_pk primary key constraint user_erasures_user_fk references users,
  requested_at timestamptz(3) not null default clock()
);
create index user_erasures_oldest on user_erasures (requested_at, user_id);
grant select, insert, delete on user_erasures to cliffhanger_app;

-- compatible with 0109
-- Users who asked to delete their account. Until then signing in cancels the deletion.
create table user_deletions (
  user_id uuid constraint user_deletions_pk primary key constraint user_deletions_user_fk references users,
  requested_at timestamptz(3) not null,
  deletes_at timestamptz(3) not null,
  constraint user_deletions_later check (deletes_at > requested_at)
);
create index user_deletions_due on user_deletions (deletes_at, user_id);
grant select, insert, delete on user_deletions to cliffhanger_app;

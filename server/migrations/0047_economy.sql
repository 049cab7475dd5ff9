-- compatible with 0027
-- What the economy is counted by: coins by day, market and account, kept up by a job from the rows of the ledger.

-- Rows that were added since the last count are found by their number, wherever they lie and whatever event they name.
create index entries_by_id on ledger.entries using brin (id) with (autosummarize = on);

-- Kept by the ledger: every row, with what its event says of it. A row without an event has none of that.
create view ledger_rows as
  select n.id, n.xid, n.user_id, n.event_id, n.account, n.amount, e.no, e.created_at
  from ledger.entries n left join ledger.events e on e.id = n.event_id and e.user_id = n.user_id;
-- Events that the proof found not to net to zero.
create view unbalanced_events as select event_id from ledger.breaks where what = 'does not net to zero';
grant select on ledger_rows, unbalanced_events to cliffhanger_app;
-- How many rows are not summed yet is told by the number that was given last.
grant select on sequence ledger.entries_id_seq to cliffhanger_app;

-- The country of a movement is the one that the user had then. Only who moves to another has rows here: the events of the
-- user up to this number were made in this country; '' is none. Kept in the change itself, which holds the user's lock
-- like every movement, so that no event can be on the wrong side.
create table user_past_countries (
  user_id uuid not null constraint user_past_countries_user_fk references users,
  up_to_no bigint not null,
  country_code text not null,
  constraint user_past_countries_pk primary key (user_id, up_to_no)
);
grant select on user_past_countries to cliffhanger_app;

create function keep_past_country() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.user_past_countries (user_id, up_to_no, country_code)
  select new.id, e.no, coalesce(old.country_code, '') from ledger.events e
  where e.user_id = new.id order by e.no desc limit 1
  -- Without a movement since the last change, what is kept of those before stays.
  on conflict on constraint user_past_countries_pk do nothing;
  return null;
end $$;
revoke execute on function keep_past_country() from public;
create trigger users_past_country after update of country_code on users for each row
  when (old.country_code is distinct from new.country_code) execute function keep_past_country();

-- The sum of the rows of a day, for each market and for all of them ('*'). Rows up to the number in economy_progress are
-- in it, and none after.
create table economy_days (
  market text not null,
  day date not null,
  account text not null,
  amount bigint not null,
  constraint economy_days_pk primary key (market, day, account)
) with (fillfactor = 80);
grant select, insert, update, delete on economy_days to cliffhanger_app;

create table economy_progress (
  only_row boolean not null default true constraint economy_progress_pk primary key
    constraint economy_progress_only_row check (only_row),
  up_to_id bigint not null default 0
);
insert into economy_progress default values;
grant select, update on economy_progress to cliffhanger_app;

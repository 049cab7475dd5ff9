-- When users were last seen, apart from the listing: it changes with every visit, and a changed row is entered anew into
-- all of its table's indexes. The listing has five that hold every user, this one two.
create table user_last_seen (
  user_id uuid constraint user_last_seen_pk primary key constraint user_last_seen_user_fk references users,
  last_seen_at timestamptz(3)
) with (fillfactor = 80);
insert into user_last_seen (user_id, last_seen_at) select user_id, last_seen_at from user_listing;
create index user_last_seen_listed on user_last_seen (last_seen_at, user_id);
create index user_last_seen_unseen on user_last_seen (user_id) where last_seen_at is null;
grant select, update (last_seen_at) on user_last_seen to cliffhanger_app;

revoke update (last_seen_at) on user_listing from cliffhanger_app;
alter table user_listing drop column last_seen_at;

create or replace function list_user() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into public.user_listing (user_id, status, country_code, is_guest, created_at)
    values (new.id, new.status, new.country_code, new.is_guest, new.created_at);
    insert into public.user_balances (user_id) values (new.id);
    insert into public.user_last_seen (user_id) values (new.id);
    perform public.count_users(1, new);
    return null;
  end if;
  update public.user_listing set status = new.status, country_code = new.country_code, is_guest = new.is_guest
  where user_id = new.id;
  -- In one order whichever way users move, so that two who cross do not wait for each other for ever.
  if (old.status, coalesce(old.country_code, ''), old.is_guest) < (new.status, coalesce(new.country_code, ''), new.is_guest) then
    perform public.count_users(-1, old);
    perform public.count_users(1, new);
  else
    perform public.count_users(1, new);
    perform public.count_users(-1, old);
  end if;
  return null;
end $$;

create or replace function rebuild_user_listing() returns void language plpgsql set search_path = '' as $$
begin
  lock table public.users in exclusive mode;
  insert into public.user_listing as l (user_id, status, country_code, is_guest, created_at)
  select u.id, u.status, u.country_code, u.is_guest, u.created_at from public.users u
  on conflict on constraint user_listing_pk do update set status = excluded.status,
    country_code = excluded.country_code, is_guest = excluded.is_guest, created_at = excluded.created_at;
  insert into public.user_balances as b (user_id, balance_total)
  select u.id, coalesce((select sum(amount) from ledger.entries where user_id = u.id and seq is not null), 0)
  from public.users u
  on conflict on constraint user_balances_pk do update set balance_total = excluded.balance_total;
  -- When someone was seen cannot be told from anything else; who has no row has not been seen.
  insert into public.user_last_seen (user_id) select u.id from public.users u
  on conflict on constraint user_last_seen_pk do nothing;
  delete from public.user_counts;
  insert into public.user_counts (status, country_code, is_guest, day, shard, users)
  select status, coalesce(country_code, ''), is_guest, (created_at at time zone 'UTC')::date, 0, count(*)
  from public.users group by 1, 2, 3, 4;
end $$;

-- compatible with 0109
-- The coins that users take along when they move to another market, so that a market's liabilities are those of the users
-- who live there. Movements of coins stay in the market in which they were made.
create table user_coin_moves (
  id bigint generated always as identity constraint user_coin_moves_pk primary key,
  user_id uuid not null constraint user_coin_moves_user_fk references users,
  day date not null,
  from_market text not null,
  to_market text not null,
  paid bigint not null,
  bonus bigint not null
);
create index user_coin_moves_user on user_coin_moves (user_id);
create index user_coin_moves_from on user_coin_moves (from_market, day) include (paid, bonus);
create index user_coin_moves_to on user_coin_moves (to_market, day) include (paid, bonus);
grant select on user_coin_moves to cliffhanger_app;

create function keep_coin_move() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.user_coin_moves (user_id, day, from_market, to_market, paid, bonus)
  select new.id, (public.clock() at time zone 'UTC')::date, coalesce(old.country_code, ''),
    coalesce(new.country_code, ''), b.paid, b.bonus
  from (
    select coalesce(sum(t.total) filter (where t.account = 'wallet_paid'), 0) as paid,
      coalesce(sum(t.total) filter (where t.account = 'wallet_bonus'), 0) as bonus
    from (values ('wallet_paid'::ledger.account), ('wallet_bonus')) w (account)
    cross join lateral (
      select n.account, n.total from ledger.entries n
      where n.user_id = new.id and n.account = w.account and n.seq is not null order by n.seq desc limit 1) t) b
  where b.paid <> 0 or b.bonus <> 0;
  return null;
end $$;
revoke execute on function keep_coin_move() from public;
create trigger users_coin_move after update of country_code on users
  for each row when (old.country_code is distinct from new.country_code) execute function keep_coin_move();

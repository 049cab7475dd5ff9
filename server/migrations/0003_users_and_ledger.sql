-- Those who watch, and the book of their coins.

create extension if not exists pg_trgm;

create table users (
  id uuid constraint users_pk primary key,
  is_guest boolean not null,
  email text,
  phone_e164 text,
  display_name text,
  avatar_url text,
  country_code text constraint users_country check (country_code ~ '^[A-Z]{2}$'),
  language text,
  auth_provider text not null constraint users_auth_provider check (auth_provider in ('guest', 'password', 'none')),
  password_hash text,
  status text not null default 'active'
    constraint users_status check (status in ('active', 'suspended', 'banned', 'deleted')),
  suspended_until timestamptz(3),
  suspend_reason text,
  ban_reason text,
  token_version integer not null default 1,
  streak_current integer not null default 0,
  streak_longest integer not null default 0,
  streak_last_claim date,
  push_drops boolean not null default true,
  push_marketing boolean not null default true,
  push_moderation boolean not null default true,
  commenting_suspended boolean not null default false,
  revision integer not null default 1,
  created_at timestamptz(3) not null default clock(),
  updated_at timestamptz(3) not null default clock(),
  constraint users_guest_has_no_contact check (not is_guest or (email is null and phone_e164 is null)),
  constraint users_deleted_is_nobody check (status <> 'deleted' or coalesce(
    email, phone_e164, display_name, avatar_url, password_hash) is null)
);
create unique index users_email_unique on users (lower(email));
create index users_search on users using gin (
  lower(email) gin_trgm_ops, lower(display_name) gin_trgm_ops, regexp_replace(phone_e164, '\D', '', 'g') gin_trgm_ops);
create index users_suspended on users (suspended_until) where status = 'suspended';
grant select, insert, update on users to cliffhanger_app;

create table user_devices (
  user_id uuid not null constraint user_devices_user_fk references users,
  id uuid not null,
  device_id text,
  platform text,
  app_version text,
  os_version text,
  model text,
  last_ip text,
  first_seen timestamptz(3) not null default clock(),
  last_seen timestamptz(3) not null default clock(),
  constraint user_devices_pk primary key (user_id, id)
);
create unique index user_devices_unique on user_devices (user_id, device_id);
create index user_devices_device on user_devices (device_id, last_seen);
grant select, insert, update on user_devices to cliffhanger_app;

-- Tokens that were signed out before their time.
create table user_revoked_tokens (
  id uuid constraint user_revoked_tokens_pk primary key,
  user_id uuid not null constraint user_revoked_tokens_user_fk references users,
  expires_at timestamptz(3) not null
);
create index user_revoked_tokens_user on user_revoked_tokens (user_id);
create index user_revoked_tokens_expiry on user_revoked_tokens (expires_at);
grant select, insert, delete on user_revoked_tokens to cliffhanger_app;

-- What lists of users sort and count by. Written with the change itself, and nothing is decided by it:
-- it can be dropped and made anew by rebuild_user_listing().
create table user_listing (
  user_id uuid constraint user_listing_pk primary key constraint user_listing_user_fk references users,
  status text not null,
  country_code text,
  is_guest boolean not null,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3),
  total_spend_cents bigint not null default 0
);
create index user_listing_created on user_listing (created_at, user_id);
create index user_listing_seen on user_listing (last_seen_at, user_id);
create index user_listing_unseen on user_listing (user_id) where last_seen_at is null;
create index user_listing_spend on user_listing (total_spend_cents, user_id);
create index user_listing_status on user_listing (status, created_at, user_id) where status <> 'active';
create index user_listing_country on user_listing (country_code, created_at, user_id);
grant select on user_listing to cliffhanger_app;
grant update (last_seen_at, total_spend_cents) on user_listing to cliffhanger_app;

-- Apart from the rest, because it changes with every coin: a changed row is entered anew into all of its table's indexes.
create table user_balances (
  user_id uuid constraint user_balances_pk primary key constraint user_balances_user_fk references users,
  balance_total bigint not null default 0
) with (fillfactor = 80);
create index user_balances_listed on user_balances (balance_total, user_id);
grant select on user_balances to cliffhanger_app;

-- Exact counts for every filter, in shards so that those who sign up at the same moment do not wait for each other.
create table user_counts (
  status text not null,
  country_code text not null,
  is_guest boolean not null,
  day date not null,
  shard smallint not null,
  users bigint not null,
  constraint user_counts_pk primary key (status, country_code, is_guest, day, shard)
);
grant select on user_counts to cliffhanger_app;

create function count_users(delta integer, u users) returns void language sql security definer set search_path = '' as $$
  insert into public.user_counts as c (status, country_code, is_guest, day, shard, users)
  values (u.status, coalesce(u.country_code, ''), u.is_guest, (u.created_at at time zone 'UTC')::date,
          pg_catalog.pg_backend_pid() % 16, delta)
  on conflict on constraint user_counts_pk do update set users = c.users + excluded.users;
$$;
revoke execute on function count_users(integer, users) from public;

create function list_user() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into public.user_listing (user_id, status, country_code, is_guest, created_at)
    values (new.id, new.status, new.country_code, new.is_guest, new.created_at);
    insert into public.user_balances (user_id) values (new.id);
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
create trigger users_listed after insert on users for each row execute function list_user();
create trigger users_relisted after update of status, country_code, is_guest on users for each row
  when ((old.status, old.country_code, old.is_guest) is distinct from (new.status, new.country_code, new.is_guest))
  execute function list_user();

-- The ledger. Both sides of every movement, never changed. The service cannot write here: it calls post().
create schema ledger;
grant usage on schema ledger to cliffhanger_app;

create table ledger.events (
  id uuid not null,
  no bigint generated always as identity,
  user_id uuid not null constraint events_user_fk references users,
  idem_key text not null,
  reason text not null,
  ref_type text not null,
  ref_id text not null,
  created_at timestamptz(3) not null default clock(),
  xid xid8 not null default pg_current_xact_id(),
  -- With the transaction in the key, entries can only be added by the transaction that made the event.
  constraint events_pk primary key (user_id, id, xid),
  constraint events_id_unique unique (id),
  constraint events_once unique (user_id, idem_key)
);
create unique index events_newest on ledger.events (user_id, no);
create unique index events_no on ledger.events (no);
-- What a user was given or charged by hand on a day, however long the history.
create index events_adjustments on ledger.events (user_id, created_at) where ref_type = 'adjustment';
create index events_day on ledger.events using brin (created_at);

create table ledger.entries (
  id bigint generated always as identity,
  user_id uuid not null,
  event_id uuid not null,
  leg smallint not null,
  account text not null constraint entries_account check (account ~
    '^(wallet_(paid|bonus)|source_(promo|support_grant|refund|test|bonus|iap_[a-z0-9_]+)|sink_(unlock|refund|fraud|adjustment))$'),
  amount bigint not null constraint entries_amount check (amount <> 0 and abs(amount) <= 1000000000),
  -- A wallet's rows are numbered, and each carries the total so far: the newest one is the balance.
  seq integer,
  total bigint,
  xid xid8 not null default pg_current_xact_id(),
  constraint entries_pk primary key (user_id, event_id, leg),
  constraint entries_sealed foreign key (user_id, event_id, xid) references ledger.events (user_id, id, xid),
  constraint entries_numbered check (
    (account in ('wallet_paid', 'wallet_bonus')) = (seq is not null) and (seq is null) = (total is null)),
  constraint entries_no_overdraft check (total >= 0)
);
create unique index entries_chain on ledger.entries (user_id, account, seq) include (total) where seq is not null;
grant select on ledger.events, ledger.entries to cliffhanger_app;

-- On the event and not on its rows: one check for each event, and an event without rows is caught too.
-- Each wallet row must go on from the one before it, too: a book that was broken once would stay so.
create function ledger.check_event() returns trigger language plpgsql security definer set search_path = '' as $$
declare net bigint; legs integer; chained boolean; begin
  select coalesce(sum(n.amount), 0), count(*), bool_and(n.seq is null or
      (n.seq = coalesce(before.seq, 0) + 1 and n.total = coalesce(before.total, 0) + n.amount))
    into net, legs, chained
  from ledger.entries n
  left join ledger.entries before on before.user_id = n.user_id and before.account = n.account and before.seq = n.seq - 1
  where n.user_id = new.user_id and n.event_id = new.id;
  if net <> 0 or legs < 2 then
    raise exception 'event % does not net to zero', new.id using errcode = '23514', constraint = 'ledger_zero_sum';
  end if;
  if not chained then
    raise exception 'event % does not go on from the one before', new.id
      using errcode = '23514', constraint = 'ledger_chain';
  end if;
  return null;
end $$;
create constraint trigger events_zero_sum after insert on ledger.events
  deferrable initially deferred for each row execute function ledger.check_event();

-- Nobody says which transaction they are: else a row could be slipped into an event that is long over.
create trigger events_own_transaction before insert on ledger.events for each row
  when (new.xid is distinct from pg_current_xact_id()) execute function refuse_change();
create trigger entries_own_transaction before insert on ledger.entries for each row
  when (new.xid is distinct from pg_current_xact_id()) execute function refuse_change();
create trigger events_append_only before update or delete on ledger.events
  for each row execute function refuse_change();
create trigger events_no_truncate before truncate on ledger.events
  for each statement execute function refuse_change();
create trigger entries_append_only before update or delete on ledger.entries
  for each row execute function refuse_change();
create trigger entries_no_truncate before truncate on ledger.entries
  for each statement execute function refuse_change();

-- The one way in. Takes a list of movements, one for each user, and says of each what became of it:
--   posted, replayed (its key was used before), insufficient, nothing (no coins to move), busy, unknown_user.
-- An item names what each wallet gets (paid, bonus) and from which account, or a spend that takes bonus first.
-- The users are locked in id order in one statement; the chains are read in the next, whose snapshot is younger than
-- the locks. With wait = false those whom another transaction holds are passed over, so that none of the rest waits.
create function ledger.post(items jsonb, wait boolean default true)
returns table (n integer, outcome text, event_id uuid, paid bigint, bonus bigint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare held uuid[]; wanted uuid[];
begin
  select array_agg((e->>'user_id')::uuid) into wanted from jsonb_array_elements(items) e;
  if wanted is null or cardinality(wanted) <> (select count(distinct u) from unnest(wanted) u) then
    raise exception 'one movement for each user and call' using errcode = '22023';
  end if;
  if exists (select from jsonb_array_elements(items) e where (e->>'spend')::bigint < 0) then
    raise exception 'a spend takes coins and gives none' using errcode = '22023';
  end if;
  if wait then
    select array_agg(l.id) into held
    from (select u.id from public.users u where u.id = any(wanted) order by u.id for no key update) l;
  else
    select array_agg(l.id) into held
    from (select u.id from public.users u where u.id = any(wanted) order by u.id for no key update skip locked) l;
  end if;
  return query
  with item as (
    select x.*, x.user_id = any(coalesce(held, '{}')) as is_held
    from jsonb_to_recordset(items) as x (n integer, event_id uuid, idem_key text, user_id uuid, reason text,
      ref_type text, ref_id text, paid bigint, bonus bigint, spend bigint, counter_paid text, counter_bonus text)),
  standing as (
    select i.*, coalesce(p.seq, 0) as paid_seq, coalesce(p.total, 0) as paid_total,
           coalesce(b.seq, 0) as bonus_seq, coalesce(b.total, 0) as bonus_total, e.id as done
    from item i
    left join lateral (select seq, total from ledger.entries
      where user_id = i.user_id and account = 'wallet_paid' and seq is not null order by seq desc limit 1) p on true
    left join lateral (select seq, total from ledger.entries
      where user_id = i.user_id and account = 'wallet_bonus' and seq is not null order by seq desc limit 1) b on true
    left join ledger.events e on e.user_id = i.user_id and e.idem_key = i.idem_key),
  split as (
    select s.*,
      case when spend is null then coalesce(s.bonus, 0) else -least(spend, bonus_total) end as bonus_change,
      case when spend is null then coalesce(s.paid, 0) else -(spend - least(spend, bonus_total)) end as paid_change
    from standing s),
  verdict as (
    select s.*, case
      when not is_held then case when exists (select from public.users u where u.id = s.user_id)
        then 'busy' else 'unknown_user' end
      when done is not null then 'replayed'
      when paid_total + paid_change < 0 or bonus_total + bonus_change < 0 then 'insufficient'
      when paid_change = 0 and bonus_change = 0 then 'nothing'
      else 'posted' end as outcome
    from split s),
  posted_events as (
    insert into ledger.events (id, user_id, idem_key, reason, ref_type, ref_id)
    select event_id, user_id, idem_key, reason, ref_type, ref_id from verdict where outcome = 'posted' order by n),
  posted_entries as (
    insert into ledger.entries (user_id, event_id, leg, account, amount, seq, total)
    select v.user_id, v.event_id, l.leg, l.account, l.amount, l.seq, l.total
    from verdict v cross join lateral (values
      (1, 'wallet_bonus', bonus_change, bonus_seq + 1, bonus_total + bonus_change),
      (2, counter_bonus, -bonus_change, null, null),
      (3, 'wallet_paid', paid_change, paid_seq + 1, paid_total + paid_change),
      (4, counter_paid, -paid_change, null, null)) l (leg, account, amount, seq, total)
    where v.outcome = 'posted' and l.amount <> 0 order by v.user_id, l.leg),
  listed as (
    update public.user_balances t set balance_total = v.paid_total + v.bonus_total + v.paid_change + v.bonus_change
    from verdict v where v.outcome = 'posted' and t.user_id = v.user_id)
  select v.n, v.outcome, coalesce(v.done, case when v.outcome = 'posted' then v.event_id end),
         v.paid_total + case when v.outcome = 'posted' then v.paid_change else 0 end,
         v.bonus_total + case when v.outcome = 'posted' then v.bonus_change else 0 end
  from verdict v order by v.n;
end $$;
revoke execute on function ledger.post(jsonb, boolean) from public;
grant execute on function ledger.post(jsonb, boolean) to cliffhanger_app;

-- Makes what lists sort and count by anew from the users and their books. Sign-ups and coins
-- wait meanwhile, or what they change would be overwritten.
create function rebuild_user_listing() returns void language plpgsql set search_path = '' as $$
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
  delete from public.user_counts;
  insert into public.user_counts (status, country_code, is_guest, day, shard, users)
  select status, coalesce(country_code, ''), is_guest, (created_at at time zone 'UTC')::date, 0, count(*)
  from public.users group by 1, 2, 3, 4;
end $$;
revoke execute on function rebuild_user_listing() from public;

-- The verdicts of the proof that runs by the clock: how far it has come, and whether all held.
create table ledger.proofs (
  id uuid constraint proofs_pk primary key,
  holds boolean not null,
  events bigint not null,
  up_to_no bigint not null,
  breaks jsonb not null default '[]',
  created_at timestamptz(3) not null default clock()
);
create index proofs_newest on ledger.proofs (up_to_no, created_at, id);
grant select, insert on ledger.proofs to cliffhanger_app;

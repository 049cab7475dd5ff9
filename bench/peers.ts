/**
 * The work of one write as one would write it by hand on the same tables, with the same checks and locks: the body of a
 * procedure that is given a user `whose` (locked and signed in where `signedIn` is first), a published free episode
 * `what`, a paid one `paid_one`, a moment `began` and a number `turn`.
 */

const signedIn = `
  select status, token_version, country_code into who from users where id = whose for no key update;
  if who.status <> 'active' or who.token_version <> 1
    or exists (select from user_revoked_tokens r where r.id = whose) then raise exception 'not signed in'; end if;`;

const priceOf = (episode: string): string => `
  select * into episode from current_episodes e where e.id = ${episode};
  if episode.status <> 'published' or episode.series_status <> 'published' then raise exception 'not found'; end if;
  price := coalesce(
    (select o.coins from price_overrides o where o.episode_id = ${episode} and o.active and o.deleted_at is null
      and clock() >= o.active_from and (o.active_to is null or clock() < o.active_to)
      order by o.active_from desc, o.created_at desc, o.id desc limit 1),
    case when episode.episode_number <= episode.free_episodes then 0 end,
    (select o.coins from price_overrides o where o.series_id = episode.series_id and o.active
      and o.deleted_at is null and clock() >= o.active_from and (o.active_to is null or clock() < o.active_to)
      order by o.active_from desc, o.created_at desc, o.id desc limit 1),
    (select o.coins from price_overrides o where o.market = who.country_code and o.active
      and o.deleted_at is null and clock() >= o.active_from and (o.active_to is null or clock() < o.active_to)
      order by o.active_from desc, o.created_at desc, o.id desc limit 1),
    (select c.default_coins_per_episode from pricing_config c), 10);`;

export const peers = {
  unlock: `${signedIn}
    if exists (select from unlocks k where k.user_id = whose and k.episode_id = paid_one) then return; end if;
    ${priceOf('paid_one')}
    select n.seq, n.total into paid from ledger.entries n
      where n.user_id = whose and n.account = 'wallet_paid' and n.seq is not null order by n.seq desc limit 1;
    select n.seq, n.total into bonus from ledger.entries n
      where n.user_id = whose and n.account = 'wallet_bonus' and n.seq is not null order by n.seq desc limit 1;
    from_bonus := least(price, coalesce(bonus.total, 0));
    from_paid := price - from_bonus;
    if from_paid > coalesce(paid.total, 0) then raise exception 'too few coins'; end if;
    with made as (
      insert into ledger.events (id, user_id, idem_key, reason, ref_type, ref_id, paid_change, bonus_change)
      values (own_id, whose, 'unlock:' || own_id, 'unlock', 'episode', paid_one::text, -from_paid, -from_bonus))
    insert into ledger.entries (user_id, event_id, leg, account, amount, seq, total)
    select whose, own_id, l.leg, l.account, l.amount, l.seq, l.total from (values
      (1, 'wallet_bonus', -from_bonus, coalesce(bonus.seq, 0) + 1, coalesce(bonus.total, 0) - from_bonus),
      (2, 'sink_unlock', from_bonus, null, null),
      (case when from_bonus = 0 then 1 else 3 end, 'wallet_paid', -from_paid, coalesce(paid.seq, 0) + 1,
        coalesce(paid.total, 0) - from_paid),
      (4, 'sink_unlock', from_paid, null, null)) l (leg, account, amount, seq, total)
    where l.amount <> 0;
    update user_balances set balance_total = balance_total - price where user_id = whose;
    insert into unlocks (user_id, id, episode_id, coins, price_source, event_id)
    values (whose, gen_random_uuid(), paid_one, price, 'default', own_id);`,
  watch: `${signedIn}
    if exists (select from watches w where w.user_id = whose and w.episode_id = what and w.started_at = began) then
      raise exception 'reported before'; end if;
    ${priceOf('what')}
    insert into watches (user_id, id, episode_id, started_at, seconds_watched, completed)
    values (whose, gen_random_uuid(), what, began, 30, false)
    on conflict on constraint watches_once do update set seconds_watched = excluded.seconds_watched;`,
  save: `${signedIn}
    select series_id into episode from current_episodes e where e.id = what;
    if not exists (select from series s where s.id = episode.series_id and s.status = 'published') then
      raise exception 'not found'; end if;
    insert into series_saves (user_id, series_id) values (whose, episode.series_id)
    on conflict on constraint series_saves_pk do nothing;`,
  streak: `${signedIn}
    update users set streak_current = streak_current + 1, streak_longest = greatest(streak_longest, 1),
      streak_last_claim = clock()::date, updated_at = clock(), revision = revision + 1
    where id = whose;`,
  events: `${signedIn}
    perform pg_advisory_xact_lock(hashtextextended(whose::text, 0));
    select * into episode from current_episodes e where e.id = what;
    insert into viewer_events (user_id, id, at, name, series_id, episode_id)
    select whose, n.id, clock(), 'played', episode.series_id, what
    from (select gen_random_uuid() as id from generate_series(1, 5)) n
    where not exists (select from viewer_events v where v.user_id = whose and v.id = n.id);`,
  comment: `${signedIn}
    perform from user_profiles where id = whose;
    if not exists (select from current_episodes e where e.id = what and e.status = 'published'
      and e.series_status = 'published') then raise exception 'not found'; end if;
    insert into comments (id, episode_id, user_id, body)
    values (own_id, what, whose, 'I did not see that coming, what an ending, I have to watch it all again ' || turn);
    perform from comments c join user_profiles u on u.id = c.user_id where c.id = own_id;`,
  redeem: `${signedIn}
    select * into found_promo from promos where code = wanted
      and deleted_at is null for no key update;
    if clock() not between found_promo.starts_at and found_promo.ends_at or found_promo.spent_coins >= found_promo.budget_coins
      or (select count(*) from promo_redemptions where user_id = whose and promo_id = found_promo.id) >= 1000 then
      raise exception 'refused';
    end if;
    select * into given from ledger.post(jsonb_build_array(jsonb_build_object('n', 0, 'event_id', gen_random_uuid(),
      'idem_key', own_id, 'user_id', whose, 'reason', 'promo_grant', 'ref_type', 'promo', 'ref_id', found_promo.id,
      'paid', 0, 'bonus', 1, 'counter_paid', null, 'counter_bonus', 'source_promo')));
    insert into promo_redemptions (user_id, id, promo_id, coins_granted, event_id, used_at)
      values (whose, own_id, found_promo.id, 1, given.event_id, clock());
    update promos set spent_coins = spent_coins + 1 where id = found_promo.id;
    insert into promo_days as d (promo_id, day, redemptions, coins)
      values (found_promo.id, (clock() at time zone 'UTC')::date, 1, 1)
      on conflict on constraint promo_days_pk do update set redemptions = d.redemptions + 1, coins = d.coins + 1;`,
  payment: `
    message := jsonb_build_object('type', 'purchase.completed', 'occurredAt', '2026-03-01T12:00:00Z', 'data',
      jsonb_build_object('userId', whose, 'productId', 'bench_1', 'transactionId', own_id, 'amountCents', 99,
        'currency', 'USD', 'region', 'EG'));
    insert into webhook_events (id, source, event_id, message_digest, payload, event, outcome, occurred_at, attempts,
      next_attempt_at, received_at)
    values (own_id, 'payments:ios_store', own_id::text, encode(sha256(own_id::text::bytea), 'hex'), message, message,
      'received', '2026-03-01T12:00:00Z', 1, clock() + interval '1 minute', clock()) on conflict do nothing;
    commit;
    perform from webhook_events where id = own_id for no key update;
    select country_code into who from users where id = whose for no key update;
    perform from transactions where platform = 'ios_store' and transaction_id = own_id::text;
    select * into given from coin_packages where sku = 'bench_1' for key share;
    insert into transactions (user_id, id, kind, platform, product_id, package_id, transaction_id, coins_granted,
      bonus_coins, amount_cents, currency, amount_usd_cents, region, status, event_id, completed_at)
    values (whose, gen_random_uuid(), 'coin_pack', 'ios_store', 'bench_1', given.id, own_id::text, given.coins,
      given.bonus_coins, 99, 'USD', 99, 'EG', 'completed', own_id, clock())
      on conflict on constraint transactions_once do nothing;
    update user_listing set total_spend_cents = total_spend_cents + 99 where user_id = whose;
    perform ledger.post(jsonb_build_array(jsonb_build_object('n', 0, 'event_id', own_id,
      'idem_key', 'purchase:ios_store:' || own_id, 'user_id', whose, 'reason', 'iap', 'ref_type', 'purchase',
      'ref_id', own_id, 'paid', given.coins, 'bonus', given.bonus_coins, 'counter_paid', 'source_iap_ios_store',
      'counter_bonus', 'source_bonus')), true);
    perform from promo_redemptions where user_id = whose and used_at is null order by created_at limit 1;
    insert into audit_log (id, action, admin_email, target_type, target_id, after, created_at)
    values (gen_random_uuid(), 'purchase.complete', 'system', 'purchase', own_id, message, clock());
    perform from provider_refunds where applied_at is null and ((platform = 'ios_store' and transaction_id = own_id::text)
      or (user_id = whose and purchase_id = own_id));
    update webhook_events set outcome = 'applied', next_attempt_at = null where id = own_id;`,
  guest: `
    whose := gen_random_uuid();
    insert into users (id, is_guest, auth_provider, country_code, language) values (whose, true, 'guest', 'ID', 'id');
    insert into user_devices (user_id, id, device_id, platform, last_ip, secret_hash)
    values (whose, gen_random_uuid(), whose::text, 'android', '127.0.0.1', sha256(whose::text::bytea));
    update user_last_seen set last_seen_at = clock() where user_id = whose;
    perform from users u join user_last_seen s on s.user_id = u.id where u.id = whose;`,
} as const;

/** The procedure of a peer. Its callers are all users in turn; its paid episodes are none that the service unlocks. */
export const peerProcedure = (sql: string, users: number, commits = sql.includes('commit;')): string => `
  create sequence if not exists bench_turn;
  grant all on sequence bench_turn to public;
  create or replace procedure bench_write() language plpgsql ${commits ? '' : 'security definer set search_path = public'} as $$
  declare
    turn bigint := nextval('bench_turn');
    whose uuid := ('01900000-0000-7000-8000-' || lpad(to_hex(1 + (turn * 7919) % ${users}), 12, '0'))::uuid;
    series_rank integer := (turn * 13) % 1600;
    series_number integer := series_rank + series_rank / 4 + 1;
    what uuid := ('01900000-0000-7000-b000-' || lpad(to_hex(series_number * 50 + 1 + turn % 4), 12, '0'))::uuid;
    paid_one uuid := ('01900000-0000-7000-b000-' || lpad(to_hex(series_number * 50 + 16 + turn % 4), 12, '0'))::uuid;
    began timestamptz := clock() - interval '10 days' + turn * interval '1 ms';
    own_id uuid := gen_random_uuid();
    wanted text := 'BENCH' || floor(power(201, random()))::integer;
    who record; episode record; found_promo record; given record; paid record; bonus record;
    price integer; from_bonus bigint; from_paid bigint; message jsonb;
  begin
    ${sql}
  end $$;
  grant execute on procedure bench_write() to public`;

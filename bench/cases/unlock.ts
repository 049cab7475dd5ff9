import pg from 'pg';
import { randomUsers } from '../callers.ts';
import { type BenchService, type CopiedService, getRequest } from '../environment.ts';
import { load } from '../load.ts';
import { pgbench, type WeightedText } from '../pgbench.ts';
import { mixed, type RequestSource, requestSource, shuffled } from '../requests.ts';
import { compare, type Result } from '../rounds.ts';

/**
 * Unlocks by distinct users over HTTP, beside one SQL function that does the same for one of them, in pgbench. Both on a
 * copy of the database, whose users have coins for thirty episodes at least.
 */

const connections = 32;
const seconds = 4;
/** Longer, so that what new connections of pgbench have to plan counts for little. */
const peerSeconds = 10;
const callers = 50_000;
/** Statements of the peer, each with an episode of its own. */
const peerEpisodes = 50;

/** What one would write by hand, with the same guards: who, whether they have it, what it costs, both sides, the row. */
const peer = `
  create or replace function bench_unlock(whose uuid, what uuid, version integer) returns bigint
  language plpgsql security definer set search_path = '' as $$
  declare
    who record; episode record; price integer; paid record; bonus record; from_bonus bigint; from_paid bigint;
    event uuid := gen_random_uuid();
  begin
    select u.status, u.token_version, u.country_code into who from public.users u where u.id = whose for no key update;
    if who.status <> 'active' or who.token_version <> version
      or exists (select from public.user_revoked_tokens r where r.id = event) then raise exception 'not signed in'; end if;
    select * into episode from public.current_episodes e where e.id = what;
    if episode.status <> 'published' or episode.series_status <> 'published' then raise exception 'not found'; end if;
    if exists (select from public.unlocks k where k.user_id = whose and k.episode_id = what) then return null; end if;
    price := coalesce(
      (select o.coins from public.price_overrides o where o.episode_id = what and o.active and o.deleted_at is null
        and public.clock() >= o.active_from and (o.active_to is null or public.clock() < o.active_to)
        order by o.active_from desc, o.created_at desc, o.id desc limit 1),
      case when episode.episode_number <= episode.free_episodes then 0 end,
      (select o.coins from public.price_overrides o where o.series_id = episode.series_id and o.active
        and o.deleted_at is null and public.clock() >= o.active_from
        and (o.active_to is null or public.clock() < o.active_to)
        order by o.active_from desc, o.created_at desc, o.id desc limit 1),
      (select o.coins from public.price_overrides o where o.market = who.country_code and o.active
        and o.deleted_at is null and public.clock() >= o.active_from
        and (o.active_to is null or public.clock() < o.active_to)
        order by o.active_from desc, o.created_at desc, o.id desc limit 1),
      (select c.default_coins_per_episode from public.pricing_config c), 10);
    select n.seq, n.total into paid from ledger.entries n
      where n.user_id = whose and n.account = 'wallet_paid' and n.seq is not null order by n.seq desc limit 1;
    select n.seq, n.total into bonus from ledger.entries n
      where n.user_id = whose and n.account = 'wallet_bonus' and n.seq is not null order by n.seq desc limit 1;
    from_bonus := least(price, coalesce(bonus.total, 0));
    from_paid := price - from_bonus;
    if from_paid > coalesce(paid.total, 0) then raise exception 'too few coins'; end if;
    with made as (
      insert into ledger.events (id, user_id, idem_key, reason, ref_type, ref_id, paid_change, bonus_change)
      values (event, whose, 'unlock:' || event, 'unlock', 'episode', what::text, -from_paid, -from_bonus))
    insert into ledger.entries (user_id, event_id, leg, account, amount, seq, total)
    select whose, event, l.leg, l.account, l.amount, l.seq, l.total from (values
      (1, 'wallet_bonus', -from_bonus, coalesce(bonus.seq, 0) + 1, coalesce(bonus.total, 0) - from_bonus),
      (2, 'sink_unlock', from_bonus, null, null),
      (case when from_bonus = 0 then 1 else 3 end, 'wallet_paid', -from_paid, coalesce(paid.seq, 0) + 1,
        coalesce(paid.total, 0) - from_paid),
      (4, 'sink_unlock', from_paid, null, null)) l (leg, account, amount, seq, total)
    where l.amount <> 0;
    update public.user_balances set balance_total = balance_total - price where user_id = whose;
    insert into public.unlocks (user_id, id, episode_id, coins, price_source, event_id)
    values (whose, gen_random_uuid(), what, price, 'default', event);
    return coalesce(paid.total, 0) + coalesce(bonus.total, 0) - price;
  end $$;
  grant execute on function bench_unlock(uuid, uuid, integer) to public`;

/** The wallet by hand: who asks, both balances and the newest events. */
const walletPeer = `
  create or replace function bench_wallet(whose uuid, version integer) returns json
  language plpgsql security definer set search_path = '' as $$
  declare who record; paid bigint; bonus bigint;
  begin
    select u.status, u.token_version into who from public.users u where u.id = whose;
    if who.status <> 'active' or who.token_version <> version
      or exists (select from public.user_revoked_tokens r where r.id = whose) then raise exception 'not signed in'; end if;
    select n.total into paid from ledger.entries n
      where n.user_id = whose and n.account = 'wallet_paid' and n.seq is not null order by n.seq desc limit 1;
    select n.total into bonus from ledger.entries n
      where n.user_id = whose and n.account = 'wallet_bonus' and n.seq is not null order by n.seq desc limit 1;
    return json_build_object('balanceTotal', coalesce(paid, 0) + coalesce(bonus, 0), 'balancePaid', coalesce(paid, 0),
      'balanceBonus', coalesce(bonus, 0), 'recentEntries', (
        select json_agg(json_build_object('id', e.no, 'eventId', e.id, 'amount', e.paid_change + e.bonus_change,
          'reason', e.reason, 'refType', e.ref_type, 'refId', e.ref_id, 'createdAt', e.created_at))
        from (select * from ledger.events e where e.user_id = whose order by e.no desc limit 20) e));
  end $$;
  grant execute on function bench_wallet(uuid, integer) to public`;

/** Episodes that viewers see and pay for. */
async function readEpisodes(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(`
    select id from current_episodes
    where status = 'published' and series_status = 'published' and episode_number > free_episodes order by id`);
  return shuffled(rows.map(({ id }) => id));
}

const unlockRequest = (episodeId: string, token: string): string =>
  `POST /v1/episodes/${episodeId}/unlock HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n` +
  'content-type: application/json\r\ncontent-length: 2\r\n\r\n{}';

/** Everyone in turn, with the next of their episodes each time round: no two requests are the same. */
function distinctUnlocks(tokens: readonly string[], episodes: readonly string[]): RequestSource {
  let turn = 0;
  return {
    next() {
      const [user, round] = [turn % tokens.length, Math.floor(turn / tokens.length)];
      turn++;
      return Buffer.from(unlockRequest(episodes[(user + round) % episodes.length] ?? '', tokens[user] ?? ''));
    },
    indexAhead: (count) => (turn + count) % tokens.length,
  };
}

/** Someone at random. */
const someone = (users: number): string =>
  `('01900000-0000-7000-8000-' || lpad(to_hex(1 + floor(random() * ${users})::integer), 12, '0'))::uuid`;

const theirUnlock = (users: number, episodeId: string): string =>
  `select bench_unlock(${someone(users)}, '${episodeId}', 1)`;

interface Sides {
  readonly requests: RequestSource;
  readonly texts: readonly (string | WeightedText)[];
}

/** Other episodes for each side, so that neither finds what the other has unlocked. */
function unlocksOnly({ service, tokens, episodes }: World): Sides {
  return {
    requests: distinctUnlocks(tokens, episodes.slice(peerEpisodes)),
    texts: episodes.slice(0, peerEpisodes).map((id) => theirUnlock(service.users, id)),
  };
}

/** The same with a look at the wallet after each two unlocks, by others than those who have just unlocked. */
function unlocksAndReads(world: World): Sides {
  const { requests, texts } = unlocksOnly(world);
  const wallets = requestSource(shuffled(world.tokens).map((token) => getRequest('/v1/wallet', token)));
  const theirWallet = { text: `select bench_wallet(${someone(world.service.users)}, 1)`, weight: peerEpisodes / 2 };
  return { requests: mixed(requests, wallets, 2), texts: [...texts, theirWallet] };
}

interface World {
  readonly service: BenchService;
  readonly tokens: readonly string[];
  readonly episodes: readonly string[];
}

async function beside(
  service: BenchService,
  copy: CopiedService,
  owner: pg.Client,
  sidesOf: (world: World) => Sides,
): Promise<Result> {
  await owner.query(peer);
  await owner.query(walletPeer);
  const episodes = await readEpisodes(owner);
  const tokens = await Promise.all(randomUsers(service, callers).map((n) => service.userToken(n)));
  const { requests, texts } = sidesOf({ service, tokens, episodes });
  return compare(
    () => load({ port: copy.port, requests, connections, seconds }),
    () => pgbench({ url: copy.appUrl, texts, connections, seconds: peerSeconds }),
  );
}

async function onCopy(service: BenchService, sidesOf: (world: World) => Sides): Promise<Result> {
  const copy = await service.startCopy();
  const owner = new pg.Client({ connectionString: copy.ownerUrl });
  try {
    await owner.connect();
    return await beside(service, copy, owner, sidesOf);
  } finally {
    await owner.end();
    await copy.stop();
  }
}

export const unlock = (service: BenchService): Promise<Result> => onCopy(service, unlocksOnly);
export const unlockAmongReads = (service: BenchService): Promise<Result> => onCopy(service, unlocksAndReads);

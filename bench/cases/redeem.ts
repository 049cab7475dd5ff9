import pg from 'pg';
import { randomUsers } from '../callers.ts';
import type { BenchService, CopiedService } from '../environment.ts';
import { load } from '../load.ts';
import { pgbench } from '../pgbench.ts';
import { randoms, requestSource } from '../requests.ts';
import { compare, type Result } from '../rounds.ts';

/**
 * Codes that many redeem at once, a few of them most of the time: the first is one in eight of all. Beside it the same rows
 * written one redemption in a transaction. Both on a copy of the database.
 */

const callers = 50_000;
const codes = 200;
const connections = 32;
const seconds = 4;
/** Longer, so that what new connections of pgbench have to plan counts for little. */
const peerSeconds = 10;

const promos = `
  insert into promos (id, code, type, config, budget_coins, starts_at, ends_at)
  select ('01930000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, 'BENCH' || n, 'coin_grant',
    '{"amount":1,"trigger":"manual_claim","max_uses_per_user":1000}', 1000000000, '2020-01-01', '2099-01-01'
  from generate_series(1, ${codes}) n`;

/** What one would write by hand for one redemption on the same tables, with the same checks and the same locks. */
const byHand = (users: number): string => `
  create or replace function redeem_one() returns void language plpgsql as $$
  declare
    whose uuid := ('01900000-0000-7000-8000-' || lpad(to_hex(1 + floor(random() * ${users})::bigint), 12, '0'))::uuid;
    wanted text := 'BENCH' || floor(power(${codes + 1}, random()))::integer;
    redemption uuid := gen_random_uuid();
    who record;
    given record;
    found_promo record;
  begin
    select status, token_version into who from users where id = whose for no key update;
    if who.status <> 'active' or who.token_version <> 1
      or exists (select from user_revoked_tokens r where r.id = redemption) then raise exception 'not signed in'; end if;
    select * into found_promo from promos where code = wanted and deleted_at is null for no key update;
    if clock() not between found_promo.starts_at and found_promo.ends_at or found_promo.spent_coins >= found_promo.budget_coins
      or (select count(*) from promo_redemptions where user_id = whose and promo_id = found_promo.id) >= 1000 then
      raise exception 'refused';
    end if;
    select * into given from ledger.post(jsonb_build_array(jsonb_build_object('n', 0, 'event_id', gen_random_uuid(),
      'idem_key', redemption, 'user_id', whose, 'reason', 'promo_grant', 'ref_type', 'promo', 'ref_id', found_promo.id,
      'paid', 0, 'bonus', 1, 'counter_paid', null, 'counter_bonus', 'source_promo')));
    insert into promo_redemptions (user_id, id, promo_id, coins_granted, event_id, used_at)
      values (whose, redemption, found_promo.id, 1, given.event_id, clock());
    update promos set spent_coins = spent_coins + 1 where id = found_promo.id;
    insert into promo_days as d (promo_id, day, redemptions, coins)
      values (found_promo.id, (clock() at time zone 'UTC')::date, 1, 1)
      on conflict on constraint promo_days_pk do update set redemptions = d.redemptions + 1, coins = d.coins + 1;
  end $$;
  grant execute on function redeem_one() to public`;

async function requestsOf(service: BenchService): Promise<string[]> {
  const random = randoms(20_261_116);
  const tokens = await Promise.all(randomUsers(service, callers).map((n) => service.userToken(n)));
  return tokens.map((token) => {
    const body = JSON.stringify({ code: `BENCH${Math.floor((codes + 1) ** random())}` });
    const head = `POST /v1/promos/redeem HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n`;
    return `${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  });
}

async function beside(service: BenchService, copy: CopiedService, owner: pg.Client): Promise<Result> {
  for (const text of [promos, 'analyze promos', byHand(service.users)]) await owner.query(text);
  const requests = requestSource(await requestsOf(service));
  return compare(
    () => load({ port: copy.port, requests, connections, seconds }),
    () => pgbench({ url: copy.appUrl, texts: ['select redeem_one()'], connections, seconds: peerSeconds }),
  );
}

export async function redeem(service: BenchService): Promise<Result> {
  const copy = await service.startCopy();
  const owner = new pg.Client({ connectionString: copy.ownerUrl });
  try {
    await owner.connect();
    return await beside(service, copy, owner);
  } finally {
    await owner.end();
    await copy.stop();
  }
}

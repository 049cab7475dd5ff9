import { newId } from '../../server/src/kit/id.ts';
import { createTokens } from '../../server/src/kit/tokens.ts';
import { freshDatabase } from '../database.ts';
import type { BenchService } from '../environment.ts';
import { load } from '../load.ts';
import { pgbench } from '../pgbench.ts';
import { startService } from '../processes.ts';
import { requestSource, shuffled } from '../requests.ts';
import { compare, type Result } from '../rounds.ts';
import { userId } from '../seed.ts';

/** One code that everybody redeems at once, beside the same rows written one redemption in a transaction. */

const users = 20_000;
const connections = 64;
const seconds = 1.5;
const code = 'BENCH';
const promoId = '01930000-0000-7000-8000-000000000001';
const secret = 'secret of the bench of redemptions which is long enough';
const dataDir = '.data/bench-files';

const promo = `
  insert into promos (id, code, type, config, budget_coins, starts_at, ends_at) values ('${promoId}', '${code}',
    'coin_grant', '{"amount":1,"trigger":"manual_claim","max_uses_per_user":1000}', 1000000000, '2020-01-01', '2099-01-01')`;

/** What one would write by hand for one redemption on the same tables, with the same checks and the same locks. */
const byHand = `
  create function redeem_one() returns void language plpgsql as $$
  declare
    whose uuid := ('01900000-0000-7000-8000-' || lpad(to_hex(1 + floor(random() * ${users})::bigint), 12, '0'))::uuid;
    redemption uuid := gen_random_uuid();
    given record;
    found_promo record;
  begin
    perform from users where id = whose for no key update;
    select * into found_promo from promos where code = '${code}' and deleted_at is null for no key update;
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

async function requestsOf(): Promise<string[]> {
  const tokens = createTokens([secret], 'user');
  const iat = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({ code });
  const numbers = shuffled(Array.from({ length: users }, (_, n) => n + 1));
  const signed = await Promise.all(
    numbers.map((n) => tokens.sign({ sub: userId(n), token_version: 1, jti: newId(), iat, exp: iat + 86_400 })),
  );
  return signed.map(
    (token) =>
      `POST /v1/promos/redeem HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
}

export async function redeem({ server }: Pick<BenchService, 'server'>): Promise<Result> {
  const fresh = await freshDatabase(server, 'bench_redeem', { users });
  const peer = await freshDatabase(server, 'bench_redeem_by_hand', { users });
  for (const database of [fresh, peer]) await database.run(`${promo}; analyze`);
  await peer.run(byHand);
  const service = await startService({
    ...{ DATABASE_URL: fresh.appUrl, DATABASE_OWNER_URL: fresh.ownerUrl, DATA_DIR: dataDir },
    ...{ ADMIN_JWT_SECRET: secret, USER_JWT_SECRET: secret },
  });
  const requests = requestSource(await requestsOf());
  try {
    return await compare(
      () => load({ port: service.port, requests, connections, seconds }),
      () => pgbench({ url: peer.appUrl, texts: ['select redeem_one()'], connections: 16, seconds: 2 }),
    );
  } finally {
    await service.stop();
    await fresh.drop();
    await peer.drop();
  }
}

import pg from 'pg';
import { newId } from '../../server/src/kit/id.ts';
import { signMessage } from '../../server/src/kit/webhooks.ts';
import { randomUsers } from '../callers.ts';
import { type BenchService, type CopiedService, secret } from '../environment.ts';
import { load } from '../load.ts';
import { pgbench } from '../pgbench.ts';
import type { RequestSource } from '../requests.ts';
import { compare, type Result } from '../rounds.ts';
import { userId } from '../seed.ts';

/**
 * Payments of distinct users that a rail tells over HTTP, signed, beside one procedure that does the same work for one of
 * them in pgbench: the event is kept and committed, and then credited in a transaction of its own. On a copy of the
 * database.
 */

const connections = 32;
const seconds = 4;
/** Longer, so that what new connections of pgbench have to plan counts for little. */
const peerSeconds = 10;
const payers = 50_000;
const sku = 'bench_100';

const pack = `
  insert into coin_packages (id, sku, coins, bonus_coins, price_cents, currency, rails)
  values (gen_random_uuid(), '${sku}', 100, 10, 99, 'USD', '{ios_store}') on conflict do nothing`;

/** What one would write by hand, with the same guards and the same rows. */
const peer = `
  create or replace procedure bench_credit(whose uuid) language plpgsql as $$
  declare
    message uuid := gen_random_uuid(); purchase uuid := gen_random_uuid(); event uuid := gen_random_uuid();
    payment text := gen_random_uuid(); sold record; told jsonb; country text; moved text;
  begin
    told := jsonb_build_object('type', 'purchase.completed', 'occurredAt', '2026-03-01T12:00:00Z', 'data',
      jsonb_build_object('userId', whose, 'productId', '${sku}', 'transactionId', payment, 'amountCents', 99,
        'currency', 'USD', 'region', 'EG'));
    insert into webhook_events (id, source, event_id, payload, event, outcome, occurred_at, attempts, next_attempt_at,
      received_at)
    values (message, 'payments:ios_store', message::text, told, told, 'received', '2026-03-01T12:00:00Z', 1,
      clock() + interval '1 minute', clock()) on conflict on constraint webhook_events_once do nothing;
    commit;
    perform from webhook_events where id = message for no key update;
    select country_code into country from users where id = whose for no key update;
    perform from transactions where platform = 'ios_store' and transaction_id = payment;
    select * into sold from coin_packages where sku = '${sku}' for key share;
    insert into transactions (user_id, id, kind, platform, product_id, package_id, transaction_id, coins_granted,
      bonus_coins, amount_cents, currency, amount_usd_cents, region, status, event_id, completed_at)
    values (whose, purchase, 'coin_pack', 'ios_store', '${sku}', sold.id, payment, sold.coins, sold.bonus_coins, 99,
      'USD', 99, 'EG', 'completed', event, clock()) on conflict on constraint transactions_once do nothing;
    update user_listing set total_spend_cents = total_spend_cents + 99 where user_id = whose;
    select outcome into moved from ledger.post(jsonb_build_array(jsonb_build_object('n', 0, 'event_id', event,
      'idem_key', 'purchase:ios_store:' || payment, 'user_id', whose, 'reason', 'iap', 'ref_type', 'purchase',
      'ref_id', purchase, 'paid', sold.coins, 'bonus', sold.bonus_coins, 'counter_paid', 'source_iap_ios_store',
      'counter_bonus', 'source_bonus')), true);
    if moved <> 'posted' then raise exception 'not credited'; end if;
    perform from promo_redemptions where user_id = whose and used_at is null order by created_at limit 1;
    insert into audit_log (id, action, admin_email, target_type, target_id, after, created_at)
    values (gen_random_uuid(), 'purchase.complete', 'system', 'purchase', purchase, told, clock());
    perform from provider_refunds where applied_at is null and ((platform = 'ios_store' and transaction_id = payment)
      or (user_id = whose and purchase_id = purchase));
    update webhook_events set outcome = 'applied', next_attempt_at = null where id = message;
  end $$;
  grant execute on procedure bench_credit(uuid) to public`;

/** Everyone in turn pays, each time by a payment of its own. */
function distinctPayments(users: readonly number[]): RequestSource {
  let turn = 0;
  return {
    next() {
      const whose = userId(users[turn++ % users.length] ?? 1);
      const payment = { transactionId: newId(), amountCents: 99, currency: 'USD', region: 'EG' };
      const data = { userId: whose, productId: sku, ...payment };
      const body = JSON.stringify({ type: 'purchase.completed', occurredAt: '2026-03-01T12:00:00Z', data });
      const signed = signMessage([secret('payments')], { id: newId(), sentAt: new Date() }, Buffer.from(body));
      const headers = { host: 'bench', 'content-type': 'application/json', ...signed };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      const first = 'POST /v1/subscriptions/webhook/ios_store HTTP/1.1\r\n';
      return Buffer.from(`${first}${lines.join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    },
    indexAhead: (count) => (turn + count) % users.length,
  };
}

const theirCredit = (users: number): string => `
  call bench_credit(('01900000-0000-7000-8000-' || lpad(to_hex(1 + floor(random() * ${users})::integer), 12, '0'))::uuid)`;

async function beside(service: BenchService, copy: CopiedService, owner: pg.Client): Promise<Result> {
  for (const text of [pack, peer]) await owner.query(text);
  const requests = distinctPayments(randomUsers(service, payers));
  const texts = [theirCredit(service.users)];
  const result = await compare(
    () => load({ port: copy.port, requests, connections, seconds }),
    () => pgbench({ url: copy.appUrl, texts, connections, seconds: peerSeconds }),
  );
  const { rows } = await owner.query(
    `select from webhook_events where source like 'payments:%' and outcome <> 'applied'`,
  );
  if (rows.length > 0) throw new Error(`${rows.length} payments were not credited`);
  return result;
}

export async function webhookCredit(service: BenchService): Promise<Result> {
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

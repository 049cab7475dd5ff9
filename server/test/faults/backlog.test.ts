import { type RawBuilder, sql } from 'kysely';
import { expect, it } from 'vitest';
import { chunkSize } from '../../src/kit/jobs/chunks.ts';
import { makeAdminActor, makeRole } from '../harness/actor.ts';
import { makeViewer } from '../harness/viewer.ts';
import { openWorld } from '../harness/world.ts';

/** After a weekend with the jobs off there is more to clear than one statement takes. */

const world = await openWorld();
await makeRole(world, 'operator', ['system:read', 'system:write']);
const operator = await makeAdminActor(world, 'operator');
const viewer = await makeViewer(world);

const backlog = chunkSize + 50;
const many = sql.raw(`generate_series(1, ${backlog})`);
const aSecondAgo = sql.raw(`clock() - interval '1 second'`);

const steps: [string, RawBuilder<unknown>][] = [
  [
    'ended_sessions',
    sql`insert into admin_sessions (id, admin_id, expires_at)
      select gen_random_uuid(), (select id from admins limit 1), ${aSecondAgo} from ${many}`,
  ],
  [
    'old_sign_in_failures',
    sql`insert into sign_in_failures (id, throttle_key, created_at)
      select gen_random_uuid(), '\\x00', clock() - interval '1 day' from ${many}`,
  ],
  [
    'ended_user_tokens',
    sql`insert into user_revoked_tokens (id, user_id, expires_at)
      select gen_random_uuid(), ${viewer.id}, ${aSecondAgo} from ${many}`,
  ],
  [
    'elapsed_suspensions',
    sql`insert into users (id, is_guest, auth_provider, status, suspended_until)
      select gen_random_uuid(), true, 'guest', 'suspended', ${aSecondAgo} from ${many}`,
  ],
  [
    'elapsed_subscriptions',
    sql`with product as (
        insert into subscription_products (id, product_id, name, price_cents, currency, period_days)
        values (gen_random_uuid(), 'monthly', 'Monthly', 999, 'USD', 30) returning product_id)
      insert into subscriptions (user_id, id, platform, product_id, status, auto_renew, current_period_start,
        current_period_end, price_cents, currency)
      select ${viewer.id}, gen_random_uuid(), 'android', product_id, 'canceled', false, clock() - interval '1 month',
        ${aSecondAgo}, 999, 'USD' from product, ${many}`,
  ],
];

it.each(steps)('One run clears a long backlog of %s', async (step, fill) => {
  await fill.execute(world.database.db);
  const { body } = await operator.post<{ counts: Record<string, number> }>('/admin/cron/housekeeping/run');
  expect(body.counts[step]).toBe(backlog);
});

import { expect, it } from 'vitest';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();

it('reported failures are found without reading the events that report none', async () => {
  const { pool } = world.database;
  await pool.query(`
    insert into webhook_events (id, source, event_id, payload, outcome)
    select gen_random_uuid(), 'media', n, jsonb_build_object('status', case n when 1 then 'failed' else 'ready' end), 'applied'
    from generate_series(1, 2000) n`);
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `explain select id from webhook_events
     where outcome = 'applied' and (payload->>'status' is not distinct from 'failed') = $1
     order by received_at desc, id desc limit 51`,
    [true],
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('webhook_events_failures_newest');
});

import pg from 'pg';
import { expect, it } from 'vitest';
import { anonymous, makeAdminActor } from '../../../test/harness/actor.ts';
import { makePackage } from '../../../test/harness/payments.ts';
import { makePayment, requestRefund } from '../../../test/harness/refunds.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { connectWithoutTriggers } from '../../../test/harness/without-triggers.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { evaluate, type ShownAlert, signedInAfter } from './alerts.fixture.ts';

/** Alerts about history that was changed, and about refunds in parts. */

const world = await openWorld();
const [finance, support] = [await makeAdminActor(world, 'finance'), await makeAdminActor(world, 'support')];
const superadmin = await makeAdminActor(world, 'superadmin');
const analyst = await makeAdminActor(world, 'analyst');
const superuser = await connectWithoutTriggers(world);

const list = async (kind: string, by = superadmin) =>
  (await by.get<{ items: ShownAlert[] }>(`/admin/alerts?kind=${kind}`)).body.items;
const evidenceOf = async (alert: ShownAlert | undefined, by = superadmin) =>
  (await by.get<ShownAlert>(`/admin/alerts/${alert?.id}`)).body.evidence;

it('Sealed blocks that do not hold open a critical alert for each chain, until they hold again', async () => {
  const broken = `insert into broken_blocks (chain, no, what) values
    ('ledger', 7, 'changed'), ('ledger', 9, 'unlinked'), ('audit', 2, 'changed')`;
  await superuser.query(broken);
  await evaluate(world);
  await evaluate(world);
  const alerts = await list('broken_blocks', analyst);
  const [ledger, audit] = ['ledger', 'audit'].map((id) => alerts.find(({ subject }) => subject.id === id));
  expect(alerts).toHaveLength(2);
  expect(ledger).toMatchObject({ severity: 'critical', status: 'open', figures: { blocks: 2, firstBlock: 7 } });
  expect(audit).toMatchObject({ subject: { type: 'sealed_chain' }, figures: { blocks: 1, firstBlock: 2 } });
  expect((await evidenceOf(ledger)).rows).toMatchObject([
    { type: 'sealed_block', id: '7', reason: 'changed' },
    { type: 'sealed_block', id: '9', reason: 'unlinked' },
  ]);
  expect(await evidenceOf(ledger, analyst)).toMatchObject({ shown: false, requires: 'audit:read', rows: [] });
  await superuser.query('delete from broken_blocks');
  await evaluate(world);
  expect((await list('broken_blocks')).map(({ status }) => status)).toEqual(['resolved', 'resolved']);
});

it('Refunds of one purchase by one admin that are together over 50 dollars are reported for a week', async () => {
  const dear = await makePackage(world, { coins: 1000, bonusCoins: 0, priceCents: 20_000 });
  const bought = async () => makePayment(world, support, (await makeViewer(world)).id, dear);
  const [split, honest] = [await bought(), await bought()];
  const other = await makeAdminActor(world, 'finance');
  await requestRefund(finance, split, { amountCents: 5000 });
  await requestRefund(other, split, { amountCents: 4000 });
  await requestRefund(finance, honest, { amountCents: 5000 });
  await evaluate(world);
  expect(await list('split_refunds')).toEqual([]);
  await requestRefund(finance, split, { amountCents: 100 });
  await evaluate(world);
  const [alert, ...more] = await list('split_refunds', finance);
  expect(more).toEqual([]);
  expect(alert).toMatchObject({ severity: 'warning', subject: { type: 'admin', id: finance.id } });
  expect(alert?.figures).toEqual({ purchases: 1, usdCents: 5100, limitUsdCents: 5000 });
  expect((await evidenceOf(alert, finance)).rows).toMatchObject([{ amount: 100 }, { amount: 5000 }]);
  expect(await list('split_refunds', analyst)).toEqual([]);
  await world.clock.shift('8 days');
  await evaluate(world);
  const later = await signedInAfter(world, superadmin, 24 * 8);
  expect((await later.get<{ items: ShownAlert[] }>('/admin/alerts?kind=split_refunds')).body.items).toMatchObject([
    { status: 'resolved' },
  ]);
  await world.clock.shift('0');
});

it('Anyone may ask whether the service is ready as often as they like: nothing is counted for it', async () => {
  await world.runner.runNow('housekeeping');
  const owner = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
  await owner.connect();
  const counting = 'execute on function chain_size_after(text, bigint, integer)';
  await owner.query(
    `revoke select on economy_days, ledger_rows from cliffhanger_app; revoke ${counting} from cliffhanger_app`,
  );
  const { body } = await anonymous(world).get('/readyz');
  const { payload } = await world.app.inject('/metrics');
  await owner.query(
    `grant select on economy_days, ledger_rows to cliffhanger_app; grant ${counting} to cliffhanger_app`,
  );
  await owner.end();
  const chain = { notSealed: expect.any(Number) };
  expect(body).toMatchObject({
    zeroSumBreach: false,
    zeroSumCheckedAt: expect.any(String),
    sealed: { ledger: chain, audit: chain },
  });
  expect(payload).toMatch(/^ledger_zero_sum_breach 0$/m);
  expect(payload).toMatch(/^sealed_blocks_waiting\{chain="audit"\} \d+$/m);
});

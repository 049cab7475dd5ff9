import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'cliffhanger-config-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

it.each(['0.0.0.0', '::', '192.168.0.7', 'panel.example'])(
  'a network that can reach %s gets no demo by itself',
  (HOST) => {
    expect(readConfig({ DATA_DIR, HOST }).demo).toBe(false);
    expect(readConfig({ DATA_DIR, HOST, DEMO: 'true' }).demo).toBe(true);
  },
);

it('approvers, grants, refunds, budgets of promos and free subscriptions are not limited unless a variable says so', () => {
  const unlimited = { approverCooldownHours: 0, granterDailyLimit: undefined, refunderDailyLimitCents: undefined };
  const unlimitedPromos = { promoBudgetWithoutApproval: undefined, compDaysWithoutApproval: undefined };
  expect(readConfig({ DATA_DIR })).toMatchObject({ ...unlimited, ...unlimitedPromos });
  const limits = {
    APPROVER_COOLDOWN_HOURS: '24',
    GRANTER_DAILY_LIMIT: '50000',
    REFUNDER_DAILY_LIMIT_CENTS: '20000',
    PROMO_BUDGET_WITHOUT_APPROVAL: '10000',
    COMP_DAYS_WITHOUT_APPROVAL: '30',
  };
  const limited = { approverCooldownHours: 24, granterDailyLimit: 50_000, refunderDailyLimitCents: 20_000 };
  const limitedGifts = { promoBudgetWithoutApproval: 10_000, compDaysWithoutApproval: 30 };
  expect(readConfig({ DATA_DIR, ...limits })).toMatchObject({ ...limited, ...limitedGifts });
  expect(() => readConfig({ DATA_DIR, REFUNDER_DAILY_LIMIT_CENTS: '0' })).toThrow('REFUNDER_DAILY_LIMIT_CENTS');
  expect(() => readConfig({ DATA_DIR, GRANTER_DAILY_LIMIT: 'many' })).toThrow('GRANTER_DAILY_LIMIT');
});

it('there is a demo on the embedded database alone, unless it is asked for', () => {
  const demo = (env: Record<string, string>) => readConfig({ DATA_DIR, ...env }).demo;
  const DATABASE_URL = 'postgres://db.example/cliffhanger';
  expect([demo({}), demo({ DATABASE_URL }), demo({ DATABASE_URL, DEMO: 'true' }), demo({ DEMO: 'false' })]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

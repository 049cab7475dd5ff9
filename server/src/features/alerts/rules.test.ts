import { describe, expect, it } from 'vitest';
import {
  evaluateBreaks,
  evaluateFailed,
  evaluateGrants,
  evaluateLate,
  evaluateMint,
  evaluatePromo,
  evaluateRefunds,
  evaluateWebhooks,
  kindsFor,
} from './rules.ts';

describe('coins of one source in a day', () => {
  const usual = (daily: number, days = 28) => ({ before: daily * days, days });
  it.each([
    ['three times the usual', 'source_support_grant', { recent: 21_000, ...usual(7_000) }, 'warning'],
    ['a little less', 'source_support_grant', { recent: 20_999, ...usual(7_000) }, undefined],
    ['many times the usual of a small service', 'source_support_grant', { recent: 19_999, ...usual(10) }, undefined],
    ['ten times the usual', 'source_support_grant', { recent: 70_000, ...usual(7_000) }, 'critical'],
    ['more than any before', 'source_promo', { recent: 60_000, ...usual(0) }, 'critical'],
    ['coins that were paid for, as much', 'source_iap_ios_store', { recent: 60_000, ...usual(0) }, undefined],
    ['coins that were paid for, more', 'source_iap_ios_store', { recent: 100_000, ...usual(30_000) }, 'warning'],
    ['the first days of a service', 'source_promo', { recent: 60_000, ...usual(0, 2) }, undefined],
    ['very much in the first days', 'source_promo', { recent: 100_000, ...usual(0, 2) }, 'warning'],
  ])('%s', (_case, source, flow, severity) => {
    expect(evaluateMint(source, flow)?.severity).toBe(severity);
  });
  it('says what is usual, or that nobody knows yet', () => {
    expect(evaluateMint('source_promo', { recent: 41_000, before: 84_000, days: 28 })?.figures).toEqual({
      coins: 41_000,
      usual: 3_000,
    });
    expect(evaluateMint('source_promo', { recent: 200_000, before: 1, days: 1 })?.figures.usual).toBeNull();
  });
});

it.each([
  [20_000, undefined],
  [20_001, 'warning'],
  [99_999, 'warning'],
  [100_000, 'critical'],
])('%i coins of one admin in a day: %s', (coins, severity) => {
  expect(evaluateGrants(coins)?.severity).toBe(severity);
});

describe('the budget of a promo', () => {
  const pace = { recent: 3_000, coinsPerHour: 1_000, budgetCoins: 50_000, leftCoins: 10_000, hoursToEnd: 24 * 14 };
  it.each([
    ['gone in ten hours, two weeks before its end', {}, 'warning'],
    ['gone in two hours', { leftCoins: 2_000 }, 'critical'],
    ['gone already', { leftCoins: 0 }, 'critical'],
    ['gone in two days', { leftCoins: 48_000 }, undefined],
    ['gone when it ends', { hoursToEnd: 12 }, undefined],
    ['hardly used', { recent: 999, coinsPerHour: 333, leftCoins: 100 }, undefined],
    ['not used', { recent: 0, coinsPerHour: 0 }, undefined],
  ])('%s', (_case, given, severity) => {
    expect(evaluatePromo({ ...pace, ...given })?.severity).toBe(severity);
  });
});

describe('refunds of a rail', () => {
  const flow = (recent: number, before = 0, days = 28) => ({ recent, before, days });
  it.each([
    ['one in ten', flow(10), flow(100), 'warning'],
    ['nine in ninety, which are few', flow(9), flow(90), undefined],
    ['less than one in ten', flow(10), flow(101), undefined],
    ['one in ten, where one in twenty is usual', flow(10, 50), flow(100, 1_000), undefined],
    ['three times the usual', flow(15, 50), flow(100, 1_000), 'warning'],
    ['three in ten', flow(30), flow(100), 'critical'],
    ['more than payments', flow(12), flow(4), 'critical'],
    ['without a payment', flow(12), flow(0), 'critical'],
  ])('%s', (_case, refunds, payments, severity) => {
    expect(evaluateRefunds(refunds, payments)?.severity).toBe(severity);
  });
  it('are never more than all of them', () => {
    expect(evaluateRefunds(flow(12, 10), flow(4, 100))?.figures).toEqual({
      refunds: 12,
      payments: 4,
      ratePercent: 100,
      usualPercent: 10,
    });
  });
});

it.each([
  [{ schedules: 0, longestMinutes: 0 }, undefined],
  [{ schedules: 2, longestMinutes: 59 }, 'warning'],
  [{ schedules: 1, longestMinutes: 60 }, 'critical'],
])('schedules that are late: %j', (late, severity) => {
  expect(evaluateLate(late)?.severity).toBe(severity);
});

it.each([
  [{ waiting: 3, oldestS: 899, givenUp: 0 }, undefined],
  [{ waiting: 3, oldestS: 900, givenUp: 0 }, 'warning'],
  [{ waiting: 1, oldestS: 7_200, givenUp: 0 }, 'critical'],
  [{ waiting: 0, oldestS: 0, givenUp: 1 }, 'critical'],
])('events of a provider: %j', (waiting, severity) => {
  expect(evaluateWebhooks(waiting)?.severity).toBe(severity);
});

it('One schedule that failed and one broken event are enough', () => {
  expect([evaluateFailed(0), evaluateFailed(1)?.severity]).toEqual([undefined, 'warning']);
  expect([evaluateBreaks(0), evaluateBreaks(1)?.severity]).toEqual([undefined, 'critical']);
});

it.each([
  [
    ['analytics:read'],
    ['mint_spike', 'promo_burn', 'refund_rate', 'zero_sum_breach', 'ledger_unproven', 'broken_blocks'],
  ],
  [['publishing:read'], ['schedule_lag']],
  [['audit:read'], ['admin_grants', 'related_decider', 'split_refunds']],
  [['system:read'], ['webhook_failures', 'verification_failures', 'storage_low']],
  [['catalog:write'], ['storage_low']],
  [['catalog:read'], []],
])('%j shows %j', (permissions, kinds) => {
  expect(kindsFor(permissions)).toEqual(kinds);
});

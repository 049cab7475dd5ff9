import type { Db } from '../../kit/db/database.ts';
import { isId } from '../../kit/http/schema.ts';
import { dayMs, hourMs } from '../../kit/time.ts';
import * as audit from '../audit/public.ts';
import { findZeroSumBreach } from '../economy/public.ts';
import * as ledger from '../ledger/public.ts';
import * as payments from '../payments/public.ts';
import * as promos from '../promos/public.ts';
import * as publishing from '../publishing/public.ts';
import * as refunds from '../refunds/public.ts';
import * as inbox from '../webhooks/public.ts';
import {
  type AlertKind,
  type Evaluation,
  evaluateBlocks,
  evaluateBreaks,
  evaluateDisputes,
  evaluateFailed,
  evaluateGrants,
  evaluateLate,
  evaluateMint,
  evaluateMoney,
  evaluatePromo,
  evaluateQuiet,
  evaluateRefunds,
  evaluateStorage,
  evaluateVerification,
  evaluateWebhooks,
  type Flow,
  hourOf,
  hoursBefore,
  limits,
  type Space,
} from './rules.ts';
import { type Finding, findFirstHour, listRelatedDecisions, sumFlows } from './sql.ts';

type Subject = Pick<Finding, 'kind' | 'subjectType' | 'subjectId'> & { windowFrom?: Date };

const found = (subject: Subject, evaluation: Evaluation | undefined): Finding[] =>
  evaluation ? [{ windowFrom: null, ...subject, ...evaluation }] : [];

/** Whole hours, including the current one. */
export const windowOf = (now: Date, hours: number): Date => hoursBefore(hourOf(now), hours - 1);

const usualFrom = (since: Date): Date => new Date(since.getTime() - limits.usual.days * dayMs);

/** Days with data before a moment, at most those that the usual figure is computed from. */
async function knownDays(db: Db, figure: 'minted' | 'payments', since: Date): Promise<number> {
  const first = await findFirstHour(db, figure);
  const days = first ? (since.getTime() - first.getTime()) / dayMs : 0;
  return Math.min(limits.usual.days, Math.max(0, days));
}

async function mintSpikes(db: Db, now: Date): Promise<Finding[]> {
  const windowFrom = windowOf(now, limits.mint.hours);
  const days = await knownDays(db, 'minted', windowFrom);
  const flows = await sumFlows(db, ['minted'], { since: windowFrom, usualFrom: usualFrom(windowFrom) });
  return flows.flatMap(({ subject, ...flow }) =>
    found(
      { kind: 'mint_spike', subjectType: 'ledger_account', subjectId: subject, windowFrom },
      evaluateMint(subject, { ...flow, days }),
    ),
  );
}

async function adminGrants(db: Db, now: Date): Promise<Finding[]> {
  const windowFrom = new Date(Math.floor(now.getTime() / dayMs) * dayMs);
  const granters = await ledger.listGranters(db, limits.grants.coins);
  return granters.flatMap(({ adminId, coins }) =>
    found({ kind: 'admin_grants', subjectType: 'admin', subjectId: adminId, windowFrom }, evaluateGrants(coins)),
  );
}

async function promoBurns(db: Db, now: Date): Promise<Finding[]> {
  const windowFrom = promos.surgeSince(now);
  const flows = await sumFlows(db, ['promo_coins'], { since: windowFrom, usualFrom: windowFrom });
  const recent = new Map(flows.map((flow) => [flow.subject, flow.recent]));
  const budgets = await promos.listBudgets(db, [...recent.keys()].filter(isId));
  return budgets.flatMap(({ id, budgetCoins, spentCoins, startsAt, endsAt }) => {
    const hourCoins = recent.get(id) ?? 0;
    const coinsPerHour = promos.coinsPerHour({ startsAt, hourCoins, recentCoins: hourCoins }, now);
    const hoursToEnd = (endsAt.getTime() - now.getTime()) / hourMs;
    const left = { budgetCoins, leftCoins: budgetCoins - spentCoins };
    return found(
      { kind: 'promo_burn', subjectType: 'promo', subjectId: id, windowFrom },
      evaluatePromo({ recent: hourCoins, coinsPerHour, hoursToEnd, ...left }),
    );
  });
}

async function refundRates(db: Db, now: Date): Promise<Finding[]> {
  const windowFrom = windowOf(now, limits.refunds.hours);
  const days = await knownDays(db, 'payments', windowFrom);
  const span = { since: windowFrom, usualFrom: usualFrom(windowFrom) };
  const flows = await sumFlows(db, ['refunds', 'payments'], span);
  const nothing: Flow = { recent: 0, before: 0, days };
  const paid = new Map(
    flows.flatMap(({ figure, subject, ...flow }) => (figure === 'payments' ? [[subject, { ...flow, days }]] : [])),
  );
  return flows.flatMap(({ figure, subject, ...flow }) =>
    figure === 'refunds'
      ? found(
          { kind: 'refund_rate', subjectType: 'rail', subjectId: subject, windowFrom },
          evaluateRefunds({ ...flow, days }, paid.get(subject) ?? nothing),
        )
      : [],
  );
}

export const { lateMinutes } = limits.schedules;

async function scheduleLags(db: Db): Promise<Finding[]> {
  const subject = (subjectId: string) => ({ kind: 'schedule_lag' as const, subjectType: 'schedules', subjectId });
  const late = await publishing.countLate(db, lateMinutes);
  const failed = await publishing.countUnpublished(db);
  return [...found(subject('late'), evaluateLate(late)), ...found(subject('failed'), evaluateFailed(failed))];
}

const ledgerSubject = (kind: AlertKind): Subject => ({ kind, subjectType: 'ledger', subjectId: 'ledger' });

/** Events that the proof found broken, or a total that is not zero although no event is broken. */
async function zeroSumBreach(db: Db): Promise<Finding[]> {
  const broken = await ledger.countBreaks(db);
  const isOff = broken === 0 && (await findZeroSumBreach(db)) === true;
  return found(ledgerSubject('zero_sum_breach'), evaluateBreaks(isOff ? 1 : broken));
}

/** An old proof, or one that is behind, says nothing about the newest events. */
async function ledgerUnproven(db: Db): Promise<Finding[]> {
  const result = await ledger.findProofResult(db);
  const concern = result && ledger.proofConcern({ ...result, holds: true });
  if (!result || !concern) return [];
  const minutes = { ageMinutes: Math.floor(result.ageS / 60), behindMinutes: Math.floor(result.behindS / 60) };
  const figures = { ...minutes, eventsBehind: result.eventsBehind };
  return found(ledgerSubject('ledger_unproven'), { severity: 'warning', figures });
}

/** Sealed blocks that no longer verify, by chain. */
async function brokenBlocks(db: Db): Promise<Finding[]> {
  const broken = await audit.findBrokenBlocks(db);
  return [...new Set(broken.map(({ chain }) => chain))].flatMap((chain) =>
    found(
      { kind: 'broken_blocks', subjectType: 'sealed_chain', subjectId: chain },
      evaluateBlocks(broken.filter((block) => block.chain === chain)),
    ),
  );
}

const splitSince = (now: Date): Date => new Date(now.getTime() - limits.splitDays * dayMs);

async function splitRefunds(db: Db, now: Date): Promise<Finding[]> {
  const windowFrom = splitSince(now);
  const splits = await refunds.listSplits(db, windowFrom);
  return splits.map(({ adminId, purchases, usdCents }) => ({
    kind: 'split_refunds',
    subjectType: 'admin',
    subjectId: adminId,
    windowFrom,
    severity: 'warning',
    figures: { purchases, usdCents, limitUsdCents: refunds.autoExecuteMaxUsdCents },
  }));
}

async function relatedDeciders(db: Db, now: Date): Promise<Finding[]> {
  const windowFrom = new Date(now.getTime() - limits.relatedDays * dayMs);
  const decisions = await listRelatedDecisions(db, windowFrom);
  return decisions.flatMap(({ id, isBound }) =>
    found(
      { kind: 'related_decider', subjectType: 'approval', subjectId: id, windowFrom },
      { severity: isBound ? 'critical' : 'warning', figures: {} },
    ),
  );
}

async function webhookFailures(db: Db): Promise<Finding[]> {
  const open = await inbox.countOpen(db);
  return open.flatMap(({ source, ...waiting }) =>
    found({ kind: 'webhook_failures', subjectType: 'webhook_source', subjectId: source }, evaluateWebhooks(waiting)),
  );
}

async function verificationFailures(db: Db, now: Date): Promise<Finding[]> {
  const windowFrom = windowOf(now, limits.verification.hours);
  const sums = new Map<string, number>();
  for (const { source, count } of await inbox.sumRejections(db, windowFrom)) {
    sums.set(source, (sums.get(source) ?? 0) + count);
  }
  return [...sums].flatMap(([source, failures]) =>
    found(
      { kind: 'verification_failures', subjectType: 'webhook_source', subjectId: source, windowFrom },
      evaluateVerification(failures),
    ),
  );
}

async function quietRails(db: Db, now: Date): Promise<Finding[]> {
  const windowFrom = windowOf(now, limits.quiet.hours);
  const days = await knownDays(db, 'payments', windowFrom);
  const flows = await sumFlows(db, ['payments'], { since: windowFrom, usualFrom: usualFrom(windowFrom) });
  return flows.flatMap(({ subject, ...flow }) =>
    found(
      { kind: 'rail_quiet', subjectType: 'rail', subjectId: subject, windowFrom },
      evaluateQuiet({ ...flow, days }),
    ),
  );
}

async function disputes(db: Db): Promise<Finding[]> {
  const rails = await payments.countDisputes(db);
  return rails.flatMap(({ rail, open }) =>
    found({ kind: 'disputes', subjectType: 'rail', subjectId: rail }, evaluateDisputes(open)),
  );
}

/** Before this moment money was ordered back too long ago. */
export const moneyOrderedBefore = (now: Date): Date => new Date(now.getTime() - limits.money.pendingDays * dayMs);

const moneyStuck = async (db: Db, now: Date): Promise<Finding[]> =>
  found(
    { kind: 'money_stuck', subjectType: 'refunds', subjectId: 'money' },
    evaluateMoney(await refunds.countMoneyStuck(db, moneyOrderedBefore(now))),
  );

/** The disk with the uploads. */
export interface Disk {
  look(): Promise<Space>;
}

const storageLow = async (_db: Db, _now: Date, disk: Disk): Promise<Finding[]> =>
  found({ kind: 'storage_low', subjectType: 'storage', subjectId: 'media' }, evaluateStorage(await disk.look()));

/** The evaluation of each kind. */
export const finders: Readonly<Record<AlertKind, (db: Db, now: Date, disk: Disk) => Promise<Finding[]>>> = {
  mint_spike: mintSpikes,
  admin_grants: adminGrants,
  promo_burn: promoBurns,
  refund_rate: refundRates,
  schedule_lag: scheduleLags,
  zero_sum_breach: zeroSumBreach,
  ledger_unproven: ledgerUnproven,
  broken_blocks: brokenBlocks,
  related_decider: relatedDeciders,
  webhook_failures: webhookFailures,
  verification_failures: verificationFailures,
  rail_quiet: quietRails,
  disputes,
  money_stuck: moneyStuck,
  split_refunds: splitRefunds,
  storage_low: storageLow,
};

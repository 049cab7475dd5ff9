import type { Db } from '../../kit/db/database.ts';
import type { TimeSpan } from '../../kit/time.ts';
import { permissionCheck } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import * as ledger from '../ledger/public.ts';
import { listPurchases } from '../payments/public.ts';
import * as promos from '../promos/public.ts';
import * as publishing from '../publishing/public.ts';
import * as refunds from '../refunds/public.ts';
import * as inbox from '../webhooks/public.ts';
import { lateMinutes, moneyOrderedBefore } from './findings.ts';
import { type AlertKind, hoursBefore, kinds } from './rules.ts';
import { type AlertRow, type EvidenceRow, emptyRow } from './schema.ts';
import { type Figure, findRelatedDecision, findUsers, listHours } from './sql.ts';

const most = 50;
const chartHours = 48;

const spanOf = ({ windowFrom, windowTo }: AlertRow): TimeSpan => ({
  from: windowFrom ?? hoursBefore(windowTo, 24),
  before: new Date(windowTo.getTime() + 1),
});

async function mints(db: Db, alert: AlertRow): Promise<EvidenceRow[]> {
  const rows = await ledger.listLargestMints(db, alert.subjectId, spanOf(alert), most);
  return rows.map(({ eventId, ...mint }) => ({ ...emptyRow('ledger_event', eventId), ...mint }));
}

const numberIn = (fields: Record<string, unknown> | null, name: string): number => {
  const value = fields?.[name];
  return typeof value === 'number' ? value : 0;
};
const textIn = (fields: Record<string, unknown> | null, name: string): string | null => {
  const value = fields?.[name];
  return typeof value === 'string' ? value : null;
};

interface Grant {
  readonly eventId: string;
  readonly userId: string | null;
  readonly amount: number;
  readonly reason: string | null;
  readonly at: Date;
}

type Act = Awaited<ReturnType<typeof audit.listActsBy>>[number];

const adjustmentOf = ({ id, target_id: userId, reason, before, after, created_at: at }: Act): Grant => {
  const amount = numberIn(after, 'balanceTotal') - numberIn(before, 'balanceTotal');
  return { eventId: textIn(after, 'eventId') ?? id, userId, amount, reason, at };
};

/** Payments that an admin credited, with the purchases that they became. */
async function creditsOf(db: Db, acts: readonly Act[]): Promise<(act: Act) => Grant> {
  const ids = acts.flatMap(({ flags }) => textIn(flags, 'purchase_id') ?? []);
  const known = new Map((ids.length === 0 ? [] : await listPurchases(db, ids)).map((row) => [row.id, row]));
  return ({ id, flags, created_at: at }) => {
    const purchase = known.get(textIn(flags, 'purchase_id') ?? '');
    const [eventId, userId] = [purchase?.eventId ?? id, purchase?.userId ?? null];
    return { eventId, userId, amount: numberIn(flags, 'coins'), reason: 'reconciliation_credit', at };
  };
}

/** Grants and credits by an admin, without deductions. */
async function grants(db: Db, alert: AlertRow): Promise<EvidenceRow[]> {
  const actions = ['wallet.adjust', 'reconciliation.credit'];
  const asked = { adminId: alert.subjectId, actions, since: spanOf(alert).from };
  const acts = await audit.listActsBy(db, asked, most);
  const isCredit = ({ action }: Act) => action === 'reconciliation.credit';
  const creditOf = await creditsOf(db, acts.filter(isCredit));
  const given = acts.map((act) => (isCredit(act) ? creditOf(act) : adjustmentOf(act)));
  return given
    .filter(({ amount }) => amount > 0)
    .map(({ eventId, ...grant }) => ({ ...emptyRow('ledger_event', eventId), ...grant }));
}

async function redemptions(db: Db, alert: AlertRow): Promise<EvidenceRow[]> {
  const rows = await promos.listRecentRedemptions(db, alert.subjectId, spanOf(alert).from, most);
  return rows.map(({ id, userId, coinsGranted: amount, createdAt: at }) => ({
    ...emptyRow('redemption', id),
    userId,
    amount,
    at,
  }));
}

const railRefunds = async (db: Db, alert: AlertRow): Promise<EvidenceRow[]> =>
  refundRows(await refunds.listRailRefunds(db, alert.subjectId, spanOf(alert), most));

/** The refunds of an admin by which purchases were refunded in parts. */
const splitRefunds = async (db: Db, alert: AlertRow): Promise<EvidenceRow[]> =>
  refundRows(await refunds.listSplitRefunds(db, alert.subjectId, spanOf(alert).from, most));

const stuckRefunds = async (db: Db, { windowTo }: AlertRow): Promise<EvidenceRow[]> =>
  refundRows(await refunds.listMoneyStuck(db, moneyOrderedBefore(windowTo), most));

function refundRows(rows: readonly refunds.RefundOfUser[]): EvidenceRow[] {
  return rows.map(({ id, amountCents: amount, ...refund }) => ({ ...emptyRow('refund', id), amount, ...refund }));
}

async function schedules(db: Db, { subjectId }: AlertRow): Promise<EvidenceRow[]> {
  const rows =
    subjectId === 'failed'
      ? await publishing.listUnpublished(db, most)
      : await publishing.listLate(db, lateMinutes, most);
  return rows.map(({ id, refType, item, lastErrorCode: reason, runAt: at }) => ({
    ...emptyRow('schedule', id),
    label: item.title,
    item: { type: refType, ...item },
    reason,
    at,
  }));
}

async function breaks(db: Db): Promise<EvidenceRow[]> {
  const rows = await ledger.listBreaks(db, most);
  return rows.map(({ eventId, userId, what: reason, at }) => ({
    ...emptyRow('ledger_event', eventId),
    userId,
    reason,
    at,
  }));
}

async function blocks(db: Db, { subjectId }: AlertRow): Promise<EvidenceRow[]> {
  const rows = (await audit.findBrokenBlocks(db)).filter(({ chain }) => chain === subjectId);
  return rows.slice(0, most).map(({ no, what: reason, foundAt: at }) => ({
    ...emptyRow('sealed_block', String(no)),
    reason,
    at,
  }));
}

async function decision(db: Db, { subjectId }: AlertRow): Promise<EvidenceRow[]> {
  const row = await findRelatedDecision(db, subjectId);
  if (!row) return [];
  const { id, kind, requester, decider, at } = row;
  return [{ ...emptyRow('approval', id), label: kind, requester, decider, at }];
}

async function webhooks(db: Db, { subjectId }: AlertRow): Promise<EvidenceRow[]> {
  const rows = await inbox.listOpen(db, subjectId, most);
  return rows.map(({ id, eventId, lastError, receivedAt: at }) => ({
    ...emptyRow('webhook_event', id),
    label: eventId,
    reason: lastError,
    at,
  }));
}

interface Source {
  /** The figure of the hourly chart. */
  readonly chart?: Figure;
  readonly rows: (db: Db, alert: AlertRow) => Promise<EvidenceRow[]>;
}

const sources: Readonly<Record<AlertKind, Source>> = {
  mint_spike: { chart: 'minted', rows: mints },
  admin_grants: { rows: grants },
  promo_burn: { chart: 'promo_coins', rows: redemptions },
  refund_rate: { chart: 'refunds', rows: railRefunds },
  schedule_lag: { rows: schedules },
  zero_sum_breach: { rows: breaks },
  ledger_unproven: { rows: async () => [] },
  broken_blocks: { rows: blocks },
  related_decider: { rows: decision },
  webhook_failures: { rows: webhooks },
  verification_failures: { rows: async () => [] },
  rail_quiet: { chart: 'payments', rows: async () => [] },
  disputes: { rows: async () => [] },
  money_stuck: { rows: stuckRefunds },
  split_refunds: { rows: splitRefunds },
  storage_low: { rows: async () => [] },
};

/** The rows behind an alert, if the caller may see them; names of users require `users:read`. */
export async function evidenceOf(db: Db, alert: AlertRow, caller: { readonly permissions: readonly string[] }) {
  const has = permissionCheck(caller);
  const { chart, rows: rowsOf } = sources[alert.kind];
  const requires = kinds[alert.kind].evidence;
  const span = { from: hoursBefore(alert.windowTo, chartHours), to: alert.windowTo };
  const hours = chart ? await listHours(db, chart, alert.subjectId, span) : [];
  const rows = has(requires) ? await rowsOf(db, alert) : [];
  const named = has('users:read') ? await withUsers(db, rows) : rows;
  return { requires, shown: has(requires), hours, rows: named };
}

/** Adds names of users; guests and anonymized users have none. */
async function withUsers(db: Db, rows: readonly EvidenceRow[]): Promise<EvidenceRow[]> {
  const ids = rows.flatMap(({ userId }) => userId ?? []);
  const users = ids.length === 0 ? undefined : await findUsers(db, ids);
  return rows.map((row) => ({ ...row, ...(row.userId !== null && users?.get(row.userId)) }));
}

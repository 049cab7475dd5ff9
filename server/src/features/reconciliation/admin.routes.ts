import { Type } from 'typebox';
import type { Db } from '../../kit/db/database.ts';
import { invalidTransition, notFound, storageFull } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import type { Keyset } from '../../kit/page.ts';
import { byNewest } from '../../kit/page.ts';
import { adminEndpoint } from '../access/public.ts';
import { ApprovalPending } from '../approvals/public.ts';
import type { PurchasePorts } from '../payments/public.ts';
import { listPackages } from '../store/public.ts';
import { bannedUser, deletedUser, type GrantLimits } from '../support/public.ts';
import { reconcile } from './actions.ts';
import { runWithRows } from './answer.ts';
import { credit } from './credit.actions.ts';
import { CreditablePackage, CreditBody, Credited, showPackage } from './credit.schema.ts';
import { invalidCsv } from './errors.ts';
import { withHandled, withHandledOne } from './handled.ts';
import { ProviderFile } from './provider-file.ts';
import { listRows, listSuggestions, listWaitingEvents } from './rows.sql.ts';
import { type Bucket, diskBytesPerByte, isRefundLine, maxFileBytes } from './rules.ts';
import {
  bucketQuery,
  DifferenceRow,
  Reconciliation,
  ReconciliationRun,
  rowsQuery,
  runsQuery,
  showRow,
  showRun,
  UploadBody,
} from './schema.ts';
import { findMissing, findRun, listRuns, type RunRow } from './sql.ts';

const params = { id: Id };
const exampleRun = { id: '01930000-0000-7000-8000-0000000000a1' };

const exampleFile = `transaction_id,amount_cents,currency,created_at
example-settled,99,USD,2026-03-01T12:00:00Z
example-missing,99,USD,2026-03-01T12:30:00Z
`;

/** The disk whose reserve a file may not use up. */
export interface FileDisk {
  mustHaveRoom(bytes: number): Promise<void>;
}

const uploadRoute = (disk: FileDisk): Endpoint =>
  adminEndpoint.upload({
    url: '/admin/payments/reconciliation',
    access: ['payments:read'],
    summary: 'Compare a provider’s file with our payments',
    description:
      'A form with `rail` and `file`, a CSV in UTF-8 of at most 100 MB with the columns `transaction_id`, `amount_cents`, `currency` and `created_at` (with its offset) in any order; other columns are ignored. Cells are separated by commas, semicolons or tabs. The period is the file’s first to last UTC day. Our payments are those of exactly that rail that are not pending: a line is matched by its transaction id, whenever ours was made, and `missingOnProviderSide` has those of the period, by the provider’s clock, that the file lacks. An amount or a currency that differs is a mismatch; the same transaction id again is a duplicate. A negative amount is a refund: it is matched by an executed refund of that payment and amount, whatever the day, or by all refunds of the payment together; it is a mismatch where another amount was refunded, and missing on our side where nothing was. `createdAt` of a row is the provider’s time, by which it was chosen. The run is kept. A file that is wrong is refused with its line, and nothing is kept. An admin may send two files at once and 100 in a UTC day, or files that leave a million rows (429 beyond that), all admins together four (503), and a file has ten minutes to arrive.',
    upload: { maxBytes: maxFileBytes, fieldsAnywhere: true },
    query: rowsQuery,
    body: UploadBody,
    reply: Reconciliation,
    errors: [invalidCsv, storageFull],
    example: {
      body: { rail: 'ios_store' },
      file: { name: 'ios-march.csv', base64: Buffer.from(exampleFile).toString('base64') },
    },
    prepare: async ({ file }) => {
      const mustHaveRoom = (bytes: number) => disk.mustHaveRoom(bytes * diskBytesPerByte);
      return Object.assign(await ProviderFile.read(file.stream, mustHaveRoom), { fileName: file.name });
    },
    run: async (ctx, { body: { rail }, query, prepared: file }) => {
      const made = await reconcile(ctx, { rail, fileName: file.fileName || 'file.csv', file });
      const run = await withHandledOne(ctx.tx, made);
      return query.rows === false ? showRun(run) : runWithRows(run);
    },
  });

/** Rows of a bucket, each with the message of the rail that could not be applied, and who may have paid. */
async function rowsWithPayers(db: Db, run: RunRow, bucket: Bucket, keyset: Keyset) {
  const rows = await listRows(db, run, bucket, keyset);
  const missing =
    bucket === 'missing_on_our_side' ? rows.filter((row) => row.foundId === null && !isRefundLine(row)) : [];
  const ids = missing.map(({ transactionId }) => transactionId);
  const events = missing.length > 0 ? await listWaitingEvents(db, run, ids) : [];
  const suggestions = missing.length > 0 ? await listSuggestions(db, run, missing) : [];
  return rows.map((row) => ({
    ...row,
    event: events.find(({ transactionId }) => transactionId === row.transactionId),
    suggestions: suggestions.filter(({ number }) => number === row.number),
  }));
}

const reads: Endpoint[] = [
  adminEndpoint.list({
    url: '/admin/payments/reconciliation',
    access: ['payments:read'],
    summary: 'List the comparisons with providers’ files, newest first',
    description:
      'Each with its counts and sums, and how many of the differences were dealt with; the rows are read by its id.',
    query: runsQuery,
    item: ReconciliationRun,
    example: { query: { rail: 'ios_store' } },
    sort: byNewest('createdAt', 'r'),
    list: async (db, given, keyset) => withHandled(db, await listRuns(db, given, keyset)),
    show: showRun,
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/payments/reconciliation/:id',
    access: ['payments:read'],
    summary: 'Read one comparison again',
    description:
      'As it was answered when the file was sent. The lists may be long and are sent as they are read; `rows=false` leaves them out. The rows are deleted after 400 days, the counts and sums stay.',
    params,
    query: rowsQuery,
    reply: Reconciliation,
    example: { params: exampleRun },
    target: (db, { id }) => findRun(db, id),
    run: async ({ db }, { target, query }) => {
      const run = await withHandledOne(db, target);
      return query.rows === false ? showRun(run) : runWithRows(run);
    },
  }),
  adminEndpoint.list({
    url: '/admin/payments/reconciliation/:id/rows',
    access: ['payments:read'],
    summary: 'List the rows of one bucket, in the order of the file',
    description:
      'With what is known of each now: our payment and who made it, the message of the rail that could not be applied, pending purchases that it may have been for, what was done about it, and what the caller may do. Names of users need `users:read`.',
    params,
    query: bucketQuery,
    item: DifferenceRow,
    example: { params: exampleRun, query: { bucket: 'missing_on_our_side' } },
    target: (db, { id }) => findRun(db, id),
    sort: { field: 'number', column: 'r.number', id: 'r.run_id', kind: 'number', order: 'asc' },
    list: (db, { bucket }, keyset, { target }) => rowsWithPayers(db, target, bucket, keyset),
    show: showRow,
  }),
];

const packagesRoute: Endpoint = adminEndpoint.list({
  url: '/admin/payments/reconciliation/:id/packages',
  access: ['wallet:adjust'],
  summary: 'List the packages that a payment may have been for, newest first',
  description: 'For who credits a line: also without `pricing:read`, and paused ones too, which may still be paid for.',
  params,
  item: CreditablePackage,
  example: { params: exampleRun },
  target: (db, { id }) => findRun(db, id),
  sort: byNewest('createdAt'),
  list: async (db, _given, keyset, { target: { rail } }) =>
    (await listPackages(db, {}, keyset)).map((row) => ({ ...row, rail })),
  show: (row) => showPackage(row, row.rail),
});

const creditRoute = (ports: PurchasePorts, limits: GrantLimits): Endpoint =>
  adminEndpoint({
    method: 'POST',
    url: '/admin/payments/reconciliation/:id/rows/:line/credit',
    access: ['wallet:adjust'],
    rate: 'money',
    idempotent: true,
    summary: 'Credit a payment that the provider has and we lack',
    description:
      'Completes the purchase of that package by that user as the rail’s webhook would: a later webhook credits nothing. `purchaseId` names the pending purchase that was paid for; without it the pending one of that user, rail and package that was started nearest to the payment, from a week before to an hour after it, is completed, and a new one is made only where none fits. It counts as completed at the time of the line. Every refund of such a purchase takes two people. While a request for a line waits, nobody else credits it or asks for it; one that is rejected, withdrawn or expired frees it. Takes `payments:read` too. Over 2000 coins in all, over what the installation lets one admin grant in a UTC day, or where the line is not exactly the price in US dollars (reason `amount_differs_from_price`), it waits for a second admin; other roles than finance and superadmin always ask.',
    params: { id: Id, line: Type.String({ description: 'The line of the file' }) },
    body: CreditBody,
    reply: Type.Union([Credited, ApprovalPending]),
    errors: [notFound, invalidTransition, bannedUser, deletedUser],
    example: {
      params: { ...exampleRun, line: '3' },
      body: { userId: '01930000-0000-7000-8000-000000000011', sku: 'example_100' },
    },
    target: (db, { id, line }) => (/^\d{1,9}$/.test(line) ? findMissing(db, id, Number(line)) : missing),
    prepare: async ({ body: { userId } }) => userId,
    queueBy: (_params, _db, userId) => userId,
    run: (ctx, { target: { runId, line }, body }) => credit(ctx, ports, limits, { ...body, runId, line }),
  });

const missing = Promise.resolve(undefined);

export const reconciliationRoutes = (ports: PurchasePorts, limits: GrantLimits, disk: FileDisk): Endpoint[] => [
  uploadRoute(disk),
  ...reads,
  packagesRoute,
  creditRoute(ports, limits),
];

import { Type } from 'typebox';
import { invalidCsv } from '../../kit/csv-read.ts';
import type { Db } from '../../kit/db/database.ts';
import { invalidTransition, notFound, storageFull } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id, wholeList, wholeListOf } from '../../kit/http/schema.ts';
import { byNewest, type Keyset } from '../../kit/page.ts';
import { adminEndpoint } from '../access/public.ts';
import { ApprovalPending } from '../approvals/public.ts';
import type { PurchasePorts } from '../payments/public.ts';
import { listPackages, railAllows } from '../store/public.ts';
import { bannedUser, deletedUser, type GrantLimits } from '../support/public.ts';
import { reconcile } from './actions.ts';
import { credit } from './credit.actions.ts';
import { mappingOf, ProviderFile } from './provider-file.ts';
import { type Bucket, diskBytesPerByte, isRefundLine, maxFileBytes } from './rules.ts';
import { runWithRows, withHandled, withHandledOne } from './runs.ts';
import {
  bucketQuery,
  CreditablePackage,
  CreditBody,
  Credited,
  DifferenceRow,
  ReconciledSum,
  Reconciliation,
  ReconciliationRun,
  rowsQuery,
  runsQuery,
  showRow,
  showRun,
  showSum,
  UploadBody,
  uploadQuery,
} from './schema.ts';
import {
  findMissing,
  findRun,
  findSums,
  listRows,
  listRuns,
  listSuggestions,
  listUnappliedEvents,
  type RunRow,
} from './sql.ts';

const params = { id: Id };
const exampleRun = { id: '01930000-0000-7000-8000-0000000000a1' };

const exampleFile = `transaction_id,amount_cents,currency,created_at
example-settled,99,USD,2026-03-01T12:00:00Z
example-missing,99,USD,2026-03-01T12:30:00Z
`;

interface FileDisk {
  mustHaveRoom(bytes: number): Promise<void>;
}

const uploadRoute = (disk: FileDisk): Endpoint =>
  adminEndpoint.upload({
    url: '/admin/payments/reconciliation',
    access: ['payments:read'],
    summary: 'Reconcile a provider’s file with our payments',
    description:
      'A form with `rail` and `file`, a CSV in UTF-8 of at most 100 MB with the columns `transaction_id`, `amount_cents`, `currency` and `created_at` (with offset) in any order; other columns are ignored. The sales and earnings reports of `android_store` and the balance report of the card provider are accepted as they are downloaded. For any other file, `idColumn`, `amountColumn`, `dateColumn` and `currencyColumn` (or `currency` for all lines) name the columns; `amountUnit=major` reads amounts such as 9.99, with no more decimals than the currency has. The sales and financial reports of `ios_store` have sums by product and name no transactions: they are compared with sums of our payments on the same days of California (`kind` is `sums`), and a count is a number of products and currencies. The delimiter is a comma, semicolon or tab. The period is from the first to the last UTC day of the file.\n\nOur payments are those of exactly that rail that are not pending. A line is matched by its transaction id, regardless of the day of our payment; `missingOnProviderSide` has the payments of the period, by the provider’s clock, that the file lacks. A different amount or currency is a mismatch; a repeated transaction id is a duplicate. A negative amount is a refund: it matches an executed refund of that payment and amount, regardless of the day, or all refunds of the payment together; it is a mismatch if another amount was refunded, and missing on our side if nothing was. `createdAt` of a row is the provider’s time.\n\nThe run is stored. An invalid file is refused with the line of the fault, and nothing is stored. Limits: two concurrent files per admin; 100 files or a million remaining rows per admin and UTC day (429); four concurrent files in total (503); ten minutes per upload.',
    upload: { maxBytes: maxFileBytes },
    query: uploadQuery,
    body: UploadBody,
    reply: Reconciliation,
    errors: [invalidCsv, storageFull],
    example: {
      body: { rail: 'ios_store' },
      file: { name: 'ios-march.csv', base64: Buffer.from(exampleFile).toString('base64') },
    },
    prepare: async ({ file, query }) => {
      const mustHaveRoom = (bytes: number) => disk.mustHaveRoom(bytes * diskBytesPerByte);
      const read = await ProviderFile.read(file.stream, mustHaveRoom, mappingOf(query));
      return Object.assign(read, { fileName: file.name });
    },
    run: async (ctx, { body: { rail }, query, prepared: file }) => {
      const made = await reconcile(ctx, { rail, fileName: file.fileName || 'file.csv', file });
      const run = await withHandledOne(ctx.tx, made);
      return query.rows === false ? showRun(run) : runWithRows(run);
    },
  });

/** Rows of a bucket, with unapplied events and suggested purchases. */
async function rowsWithPayers(db: Db, run: RunRow, bucket: Bucket, keyset: Keyset) {
  const rows = await listRows(db, run, bucket, keyset);
  const missing =
    bucket === 'missing_on_our_side' ? rows.filter((row) => row.foundId === null && !isRefundLine(row)) : [];
  const ids = missing.map(({ transactionId }) => transactionId);
  const events = missing.length > 0 ? await listUnappliedEvents(db, run, ids) : [];
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
    summary: 'List reconciliation runs, newest first',
    description:
      'Each with its counts, sums and the number of resolved differences; rows are read by the id of the run.',
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
    summary: 'Read one reconciliation run',
    description:
      'The response of the original request. The lists can be long and are streamed; `rows=false` omits them. Rows are deleted after 400 days; counts and sums are kept.',
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
  adminEndpoint({
    method: 'GET',
    url: '/admin/payments/reconciliation/:id/sums',
    access: ['payments:read'],
    summary: 'List the sums of a run by product and currency',
    description:
      'Of a run whose `kind` is `sums`; empty for others. Sums of a report and ours may differ at the edges of the period, since the days of the report follow its zone and a payment counts where it was processed.',
    params,
    reply: wholeListOf(ReconciledSum, { title: 'ReconciledSums' }),
    example: { params: exampleRun },
    target: (db, { id }) => findRun(db, id),
    run: async ({ db }, { target }) => wholeList((await findSums(db, target.id)).map(showSum)),
  }),
  adminEndpoint.list({
    url: '/admin/payments/reconciliation/:id/rows',
    access: ['payments:read'],
    summary: 'List the rows of one bucket, in file order',
    description:
      'Each with current information: our payment and its user, the message of the rail that could not be applied, candidate pending purchases, the resolution, and the actions available to the caller. Names of users require `users:read`.',
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
  summary: 'List packages for crediting a line, newest first',
  description: 'Does not require `pricing:read`. Includes paused packages, which can still be paid.',
  params,
  item: CreditablePackage,
  example: { params: exampleRun },
  target: (db, { id }) => findRun(db, id),
  sort: byNewest('createdAt'),
  list: async (db, _given, keyset, { target: { rail } }) =>
    (await listPackages(db, {}, keyset)).map((row) => ({ ...row, isSoldByRail: railAllows(row.rails, rail) })),
  show: (row) => row,
});

const creditRoute = (ports: PurchasePorts, limits: GrantLimits): Endpoint =>
  adminEndpoint({
    method: 'POST',
    url: '/admin/payments/reconciliation/:id/rows/:line/credit',
    access: ['wallet:adjust'],
    rate: 'money',
    idempotent: true,
    summary: 'Credit a payment that is missing on our side',
    description:
      'Completes the purchase of the package by the user like the rail’s webhook would; a later webhook credits nothing. `purchaseId` selects the pending purchase that was paid. Without it, the pending purchase of that user, rail and package that was started nearest to the payment, from a week before to an hour after it, is completed; otherwise a new one is created. It counts as completed at the time of the line. Every refund of such a purchase requires a second admin. While a request for a line is pending, the line can be neither credited nor requested again; a rejected, withdrawn or expired request releases it. Also requires `payments:read`. Above 2000 coins in total, above the daily grant limit per admin of the installation, or if the line is not exactly the price in US dollars (reason `amount_differs_from_price`), it waits for a second admin; roles other than finance and superadmin always do.',
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

import type { Db } from '../../kit/db/database.ts';
import { JsonStream } from '../../kit/http/response.ts';
import { type Bucket, maxCountedDifferences } from './rules.ts';
import { type CountedRun, showRun } from './schema.ts';
import { countHandled, type DifferenceRow, type HandledCount, listAfter, type RunRow } from './sql.ts';

const differencesIn = ({ missingOnOurSide, missingOnProviderSide, amountMismatch }: RunRow): number =>
  missingOnOurSide + missingOnProviderSide + amountMismatch;

const isCounted = (run: RunRow): boolean =>
  run.kind === 'payments' && run.rowsDeletedAt === null && differencesIn(run) <= maxCountedDifferences;

/** Adds the number of resolved differences, unless there are too many to count. */
export async function withHandled(db: Db, runs: readonly RunRow[]): Promise<CountedRun[]> {
  const counted = runs.filter((run) => isCounted(run) && differencesIn(run) > 0);
  const counts = await countHandled(
    db,
    counted.map(({ id }) => id),
  );
  return runs.map((run) => ({ ...run, handled: isCounted(run) ? handledIn(run, counts) : null }));
}

function handledIn({ id }: RunRow, counts: readonly HandledCount[]) {
  const of = (wanted: Bucket): number =>
    counts.find(({ runId, bucket }) => runId === id && bucket === wanted)?.count ?? 0;
  return {
    missingOnOurSide: of('missing_on_our_side'),
    missingOnProviderSide: of('missing_on_provider_side'),
    amountMismatch: of('amount_mismatch'),
  };
}

export async function withHandledOne(db: Db, run: RunRow): Promise<CountedRun> {
  const [withCounts] = await withHandled(db, [run]);
  return withCounts ?? { ...run, handled: null };
}

const chunkRows = 2_000;

const ofFile = ({ number: line, transactionId, amountCents, currency, createdAt }: DifferenceRow) => ({
  line,
  transactionId,
  amountCents,
  currency,
  createdAt,
});

const lists: readonly { name: string; bucket: Bucket; show: (row: DifferenceRow) => object }[] = [
  { name: 'missingOnOurSide', bucket: 'missing_on_our_side', show: ofFile },
  {
    name: 'missingOnProviderSide',
    bucket: 'missing_on_provider_side',
    show: ({ purchaseId: id, transactionId, ourAmountCents: amountCents, ourCurrency: currency, createdAt }) => ({
      id,
      transactionId,
      amountCents,
      currency,
      createdAt,
    }),
  },
  {
    name: 'amountMismatch',
    bucket: 'amount_mismatch',
    show: ({ purchaseId: id, number: line, transactionId, ourAmountCents, amountCents, ourCurrency, currency }) => ({
      id,
      line,
      transactionId,
      ourAmountCents,
      providerAmountCents: amountCents,
      currency: ourCurrency,
      providerCurrency: currency,
    }),
  },
  { name: 'duplicates', bucket: 'duplicates', show: (row) => ({ ...ofFile(row), firstLine: row.firstLine }) },
];

/** The JSON of a run with its rows, of which there can be a million, read and sent in chunks. */
export const runWithRows = (run: CountedRun) => new JsonStream<ReturnType<typeof showRun>>((db) => partsOf(db, run));

async function* partsOf(db: Db, run: CountedRun): AsyncGenerator<string> {
  yield JSON.stringify(showRun(run)).slice(0, -1);
  for (const { name, bucket, show } of lists) {
    yield `,"${name}":[`;
    let after = 0;
    for (let isLast = false; !isLast; ) {
      const rows = await listAfter(db, run.id, bucket, after, chunkRows);
      const separator = after === 0 || rows.length === 0 ? '' : ',';
      yield separator + rows.map((row) => JSON.stringify(show(row))).join(',');
      after = rows.at(-1)?.number ?? after;
      isLast = rows.length < chunkRows;
    }
    yield ']';
  }
  yield '}';
}

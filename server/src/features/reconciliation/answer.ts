import type { Db } from '../../kit/db/database.ts';
import { JsonStream } from '../../kit/http/answer.ts';
import type { Bucket } from './rules.ts';
import { type CountedRun, showRun } from './schema.ts';
import { type DifferenceRow, listAfter } from './sql.ts';

/** A run with its rows, which may be a million: read and sent some at a time. */

const rowsAtOnce = 2_000;

interface ListedBucket {
  readonly name: string;
  readonly bucket: Bucket;
  readonly show: (row: DifferenceRow) => object;
}

const ofFile = ({ number: line, transactionId, amountCents, currency, createdAt }: DifferenceRow) => ({
  line,
  transactionId,
  amountCents,
  currency,
  createdAt,
});

const lists: readonly ListedBucket[] = [
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

export const runWithRows = (run: CountedRun) => new JsonStream<ReturnType<typeof showRun>>((db) => piecesOf(db, run));

async function* piecesOf(db: Db, run: CountedRun): AsyncGenerator<string> {
  yield JSON.stringify(showRun(run)).slice(0, -1);
  for (const { name, bucket, show } of lists) {
    yield `,"${name}":[`;
    let after = 0;
    for (let isLast = false; !isLast; ) {
      const rows = await listAfter(db, run.id, bucket, after, rowsAtOnce);
      const separator = after === 0 || rows.length === 0 ? '' : ',';
      yield separator + rows.map((row) => JSON.stringify(show(row))).join(',');
      after = rows.at(-1)?.number ?? after;
      isLast = rows.length < rowsAtOnce;
    }
    yield ']';
  }
  yield '}';
}

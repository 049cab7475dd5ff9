import { reportOf, type TransactionReport } from '../../gateways/payments/reports.ts';
import { CsvFault, csvRows } from '../../kit/csv-read.ts';
import { refuse } from '../../kit/errors.ts';
import { Spool } from '../../kit/spool.ts';
import { invalidCsv } from './errors.ts';
import { columns, lineFault, type ProviderLine, readLine } from './rules.ts';

const checkEveryBytes = 4_000_000;

/** A valid provider's file. Its lines are on disk until it is disposed. */
export class ProviderFile implements AsyncDisposable {
  readonly #spool: Spool;
  rows = 0;
  #from = Number.POSITIVE_INFINITY;
  #to = Number.NEGATIVE_INFINITY;

  private constructor(spool: Spool) {
    this.#spool = spool;
  }

  /** Reads an upload, and refuses it at the first invalid line, or when `mustHaveRoom` refuses because the disk is full. */
  static async read(
    stream: AsyncIterable<Buffer>,
    mustHaveRoom: (bytes: number) => Promise<void>,
  ): Promise<ProviderFile> {
    const file = new ProviderFile(await Spool.open());
    try {
      let checked = 0;
      await mustHaveRoom(checkEveryBytes);
      let report: TransactionReport | undefined;
      const choose = (names: readonly string[]): readonly string[] => {
        const found = reportOf(names);
        if (found && !found.columns) lineFault(1, 'sums_only');
        report = found?.columns && found;
        return report?.columns ?? columns;
      };
      for await (const rows of csvRows(stream, choose)) {
        const lines = rows.flatMap(({ line, cells }) => {
          // A report has rows that are neither payment nor refund.
          const read = report ? report.read(cells) : cells;
          return read ? readLine(line, read) : [];
        });
        await file.#add(lines);
        if (file.#spool.size - checked < checkEveryBytes) continue;
        checked = file.#spool.size;
        await mustHaveRoom(checked + checkEveryBytes);
      }
      if (file.rows === 0) lineFault(2, 'no_rows');
      return file;
    } catch (error) {
      await file[Symbol.asyncDispose]();
      if (error instanceof CsvFault) return refuse(invalidCsv, extrasOf(error));
      throw error;
    }
  }

  async #add(lines: readonly ProviderLine[]): Promise<void> {
    for (const { createdAt } of lines) {
      this.#from = Math.min(this.#from, createdAt.getTime());
      this.#to = Math.max(this.#to, createdAt.getTime());
    }
    this.rows += lines.length;
    await this.#spool.write(lines.map(textOf).join(''));
  }

  /** The first and the last UTC day. */
  get period(): { readonly start: string; readonly end: string } {
    return { start: dayOf(this.#from), end: dayOf(this.#to) };
  }

  /** Chunks of tab-separated lines. */
  async *lines(): AsyncGenerator<string> {
    for await (const part of this.#spool.read()) yield part.slice(0, -1);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#spool[Symbol.asyncDispose]();
  }
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const textOf = ({ line, transactionId, amountCents, currency, createdAt }: ProviderLine): string =>
  `${line}\t${transactionId}\t${amountCents}\t${currency}\t${createdAt.toISOString()}\n`;

const extrasOf = ({ line, problem: { code, text, column } }: CsvFault) => ({
  line,
  problem: text,
  problemCode: code,
  ...(column !== undefined && { column }),
});

import {
  type ColumnMapping,
  mappedReport,
  reportOf,
  type SumReport,
  type TransactionReport,
} from '../../gateways/payments/reports.ts';
import { type CsvRow, csvRows, orInvalidCsv } from '../../kit/csv-read.ts';
import { refuseField } from '../../kit/errors.ts';
import { Spool } from '../../kit/spool.ts';
import { columns, lineFault, type ProviderLine, ReportSums, readLine, readSumLine } from './rules.ts';

interface NamedColumns {
  readonly idColumn?: string;
  readonly amountColumn?: string;
  readonly dateColumn?: string;
  readonly currencyColumn?: string;
  readonly currency?: string;
  readonly amountUnit?: 'minor' | 'major';
}

/** The columns that an operator names for a file with other headings; undefined if none is named. */
export function mappingOf(given: NamedColumns): ColumnMapping | undefined {
  const { idColumn, amountColumn, dateColumn, currencyColumn, currency, amountUnit } = given;
  const names = [idColumn, amountColumn, dateColumn, currencyColumn, currency, amountUnit];
  if (names.every((name) => name === undefined)) return undefined;
  const needed = (field: string): never => refuseField(field, 'is required with the other columns');
  if (currencyColumn !== undefined && currency !== undefined)
    refuseField('currency', 'must not be given with a column');
  return {
    id: idColumn ?? needed('idColumn'),
    amount: amountColumn ?? needed('amountColumn'),
    date: dateColumn ?? needed('dateColumn'),
    currency:
      currency === undefined
        ? { column: currencyColumn ?? needed('currencyColumn') }
        : { code: currency.toUpperCase() },
    unit: amountUnit ?? 'minor',
  };
}

const checkEveryBytes = 4_000_000;

type Report = TransactionReport | SumReport;

const hasSums = (report: Report | undefined): report is SumReport => report !== undefined && 'readSum' in report;

/** A valid provider's file. Its lines are on disk until it is disposed, and sums are in memory. */
export class ProviderFile implements AsyncDisposable {
  readonly #spool: Spool;
  /** Of a report of sums, with the zone of its days. */
  sums: { readonly of: ReportSums; readonly timeZone: string } | undefined;
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
    mapping?: ColumnMapping,
  ): Promise<ProviderFile> {
    const file = new ProviderFile(await Spool.open());
    try {
      await orInvalidCsv(() => file.#fill(stream, mustHaveRoom, mapping));
      return file;
    } catch (error) {
      await file[Symbol.asyncDispose]();
      throw error;
    }
  }

  async #fill(
    stream: AsyncIterable<Buffer>,
    mustHaveRoom: (bytes: number) => Promise<void>,
    mapping: ColumnMapping | undefined,
  ): Promise<void> {
    let checked = 0;
    await mustHaveRoom(checkEveryBytes);
    const known: { report: Report | undefined } = { report: mapping && mappedReport(mapping) };
    const choose = (names: readonly string[]): readonly string[] => {
      known.report ??= reportOf(names);
      return known.report?.columns ?? columns;
    };
    const isFooter = (cells: readonly string[]): boolean => hasSums(known.report) && known.report.isFooter(cells);
    for await (const rows of csvRows(stream, choose, isFooter)) {
      const { report } = known;
      if (hasSums(report)) {
        this.#addSums(report, rows);
        continue;
      }
      const lines = rows.flatMap(({ line, cells }) => {
        // A report has rows that are neither payment nor refund.
        const read = report ? report.read(cells) : cells;
        return read ? readLine(line, read) : [];
      });
      await this.#add(lines);
      if (this.#spool.size - checked < checkEveryBytes) continue;
      checked = this.#spool.size;
      await mustHaveRoom(checked + checkEveryBytes);
    }
    if (this.rows === 0) lineFault(2, 'no_rows');
  }

  #addSums(report: SumReport, rows: readonly CsvRow[]): void {
    this.sums ??= { of: new ReportSums(), timeZone: report.timeZone };
    for (const { line, cells } of rows) {
      const read = report.readSum(cells);
      if (!read) continue;
      this.sums.of.add(line, readSumLine(line, read));
      this.rows++;
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

  /** The first and the last UTC day, or those of a report of sums. */
  get period(): { readonly start: string; readonly end: string } {
    if (this.sums) return { start: this.sums.of.from, end: this.sums.of.last };
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

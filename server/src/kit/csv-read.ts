import { isUtf8 } from 'node:buffer';
import { Type } from 'typebox';
import { declareError, refuse, withFaultCodes } from './errors.ts';

/**
 * Reads CSV while it arrives, as in RFC 4180: quotes around whole cells, lines that end in LF or CRLF, UTF-8 with or
 * without its byte order mark. The separator is the comma, semicolon or tab that the header has most of. A fault names its
 * line.
 */

/** The longest record, over all lines of its quoted cells. */
const maxRecord = 64 * 1024;

/** Faults of any file, by code. */
const problems = {
  too_long: 'is longer than 64 KB',
  broken_quotes: 'the quotes are broken',
  utf16: 'the file is in UTF-16 and not in UTF-8',
  not_utf8: 'is not UTF-8',
  missing_column: 'the header has no column',
  repeated_column: 'the header has this column twice:',
  cell_count: 'has more or fewer cells than the header',
  empty_file: 'the file is empty',
} as const;

export interface CsvProblem {
  readonly code: string;
  readonly text: string;
  /** The column of the header. */
  readonly column?: string;
}

export class CsvFault extends Error {
  readonly line: number;
  readonly problem: CsvProblem;

  constructor(line: number, problem: CsvProblem) {
    super(problem.text);
    this.line = line;
    this.problem = problem;
  }
}

export const invalidCsv = declareError(400, 'invalid_csv', {
  line: Type.Integer({ description: 'Line number; the header is line 1' }),
  problem: Type.String({ description: 'Description of the fault' }),
  problemCode: Type.Optional(Type.String(withFaultCodes('Code of the fault'))),
  column: Type.Optional(Type.String(withFaultCodes('The affected column'))),
});

/** Refuses the request if reading a file finds a fault. */
export async function orInvalidCsv<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    const { code, text, column } = error.problem;
    return refuse(invalidCsv, {
      line: error.line,
      problem: text,
      problemCode: code,
      ...(column !== undefined && { column }),
    });
  }
}

export interface CsvRow {
  /** Its first line in the file; the header is line 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const fault = (line: number, code: keyof typeof problems, column?: string): never => {
  const text = column === undefined ? problems[code] : `${problems[code]} ${column}`;
  throw new CsvFault(line, { code, text, ...(column !== undefined && { column }) });
};

const lineFeed = 0x0a;

interface OpenRecord {
  readonly line: number;
  readonly lines: string[];
  length: number;
  quotes: number;
}

const separators = [',', ';', '\t'] as const;
type Separator = (typeof separators)[number];

/** The most frequent separator of the header; by default a comma. */
function separatorOf(header: string): Separator {
  const countOf = (separator: Separator): number => header.split(separator).length;
  return separators.reduce((best, one) => (countOf(one) > countOf(best) ? one : best));
}

/** Parses bytes incrementally into complete records. */
class RecordReader {
  /** Bytes of an incomplete line. */
  #rest: Buffer = Buffer.alloc(0);
  #isStarted = false;
  #nextLine = 1;
  #separator: Separator | undefined;
  /** A record with a quoted cell that continues on the next line. */
  #open: OpenRecord | undefined;

  take(chunk: Buffer): CsvRow[] {
    const bytes = this.#started(Buffer.concat([this.#rest, chunk]));
    if (!bytes) return [];
    const end = bytes.lastIndexOf(lineFeed) + 1;
    this.#rest = bytes.subarray(end);
    const rows = this.#read(bytes.subarray(0, end));
    if (this.#rest.length > maxRecord) fault(this.#nextLine, 'too_long');
    return rows;
  }

  end(): CsvRow[] {
    const left = this.#isStarted ? this.#rest : withoutMark(this.#rest);
    const rows = this.#read(left.length > 0 ? Buffer.concat([left, Buffer.of(lineFeed)]) : left);
    if (this.#open) fault(this.#open.line, 'broken_quotes');
    return rows;
  }

  /** The bytes without the byte order mark; undefined while there are too few. */
  #started(bytes: Buffer): Buffer | undefined {
    if (this.#isStarted) return bytes;
    if (bytes.length < 3) {
      this.#rest = bytes;
      return undefined;
    }
    this.#isStarted = true;
    return withoutMark(bytes);
  }

  /** Reads whole lines. */
  #read(bytes: Buffer): CsvRow[] {
    mustBeText(bytes, this.#nextLine);
    const text = bytes.toString('utf8');
    const rows: CsvRow[] = [];
    for (let start = 0; start < text.length; ) {
      const end = text.indexOf('\n', start);
      const row = this.#readLine(text.slice(start, end), this.#nextLine++);
      if (row) rows.push(row);
      start = end + 1;
    }
    return rows;
  }

  #readLine(text: string, number: number): CsvRow | undefined {
    if (!this.#open && !text.includes('"')) {
      if (text.length > maxRecord) fault(number, 'too_long');
      const line = withoutReturn(text);
      return line === '' ? undefined : { line: number, cells: line.split(this.#separatorIn(line)) };
    }
    this.#open ??= { line: number, lines: [], length: 0, quotes: 0 };
    const { line, lines } = this.#open;
    lines.push(text);
    this.#open.length += text.length + 1;
    this.#open.quotes += text.split('"').length - 1;
    if (this.#open.length > maxRecord) fault(line, 'broken_quotes');
    if (this.#open.quotes % 2 === 1) return undefined;
    this.#open = undefined;
    const record = withoutReturn(lines.join('\n'));
    return { line, cells: cellsOf(record, line, this.#separatorIn(record)) };
  }

  /** Decided by the first record, the header. */
  #separatorIn(record: string): Separator {
    this.#separator ??= separatorOf(record);
    return this.#separator;
  }
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

function withoutMark(bytes: Buffer): Buffer {
  const [first, second, third] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isWide) fault(1, 'utf16');
  return first === 0xef && second === 0xbb && third === 0xbf ? bytes.subarray(3) : bytes;
}

function mustBeText(bytes: Buffer, firstLine: number): void {
  if (isUtf8(bytes) && !bytes.includes(0)) return;
  let line = firstLine;
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(lineFeed, start) + 1 || bytes.length;
    const part = bytes.subarray(start, end);
    if (!isUtf8(part) || part.includes(0)) fault(line, 'not_utf8');
    start = end;
  }
}

/** A cell at the start of a text: a quoted one, or one without any quote. */
const cellPatterns: Readonly<Record<Separator, RegExp>> = {
  ',': /(?:"([^"]*(?:""[^"]*)*)"|([^",]*))(,|$)/y,
  ';': /(?:"([^"]*(?:""[^"]*)*)"|([^";]*))(;|$)/y,
  '\t': /(?:"([^"]*(?:""[^"]*)*)"|([^"\t]*))(\t|$)/y,
};

function cellsOf(text: string, line: number, separator: Separator): string[] {
  const cell = cellPatterns[separator];
  const cells: string[] = [];
  cell.lastIndex = 0;
  for (let isLast = false; !isLast; ) {
    const [, quoted, plain = '', after] = cell.exec(text) ?? fault(line, 'broken_quotes');
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    isLast = after === '';
  }
  return cells;
}

async function* recordsOf(stream: AsyncIterable<Buffer>): AsyncGenerator<CsvRow[]> {
  const reader = new RecordReader();
  for await (const chunk of stream) yield reader.take(chunk);
  yield reader.end();
}

/** The names of columns, in lower case, that are read from a file with these. */
export type ChooseColumns = (names: readonly string[]) => readonly string[];

/** The index of each column in the header; names are compared without case and surrounding spaces. */
function placesOf({ line, cells }: CsvRow, choose: ChooseColumns): number[] {
  const names = cells.map((name) => name.trim().toLowerCase());
  const columns = choose(names);
  const missing = columns.find((name) => !names.includes(name));
  if (missing !== undefined) fault(line, 'missing_column', missing);
  const twice = columns.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice !== undefined) fault(line, 'repeated_column', twice);
  return columns.map((name) => names.indexOf(name));
}

/** Whether a row begins what follows the table, such as totals, which is not read. */
export type IsFooter = (cells: readonly string[]) => boolean;

/**
 * The rows of a file with a header, in chunks, with the cells of the chosen columns in their order; the file may have them
 * in any order, and further columns.
 */
export async function* csvRows(
  stream: AsyncIterable<Buffer>,
  choose: ChooseColumns,
  isFooter: IsFooter = () => false,
): AsyncGenerator<CsvRow[]> {
  let header: { readonly places: readonly number[]; readonly width: number } | undefined;
  let isEnded = false;
  for await (const records of recordsOf(stream)) {
    const first = header ? undefined : records.shift();
    if (first) header = { places: placesOf(first, choose), width: first.cells.length };
    if (!header || records.length === 0 || isEnded) continue;
    const { places, width } = header;
    const footer = records.findIndex(({ cells }) => isFooter(cells));
    isEnded = footer >= 0;
    const rows = isEnded ? records.slice(0, footer) : records;
    yield rows.map(({ line, cells }) => {
      if (cells.length !== width) fault(line, 'cell_count');
      return { line, cells: places.map((place) => cells[place] ?? '') };
    });
  }
  if (!header) fault(1, 'empty_file');
}

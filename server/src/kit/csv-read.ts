import { isUtf8 } from 'node:buffer';

/**
 * Reads CSV while it arrives, as RFC 4180 has it: commas, quotes around whole cells, lines that end in LF or CRLF, UTF-8
 * with or without its mark. What is wrong is told with its line; nothing is guessed.
 */

/** A record may be so long, over all the lines of its quoted cells. */
const maxRecord = 64 * 1024;

export class CsvFault extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

export interface CsvRow {
  /** Where it begins in the file; the header is line 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const fault = (line: number, message: string): never => {
  throw new CsvFault(line, message);
};

const lineFeed = 0x0a;
const tooLong = 'is longer than 64 KB';
const brokenQuotes = 'the quotes are broken';

interface OpenRecord {
  readonly line: number;
  readonly lines: string[];
  length: number;
  quotes: number;
}

/** Takes bytes as they come and gives the records that are whole. */
class RecordReader {
  /** Bytes of a line whose end has not come yet. */
  #rest: Buffer = Buffer.alloc(0);
  #isStarted = false;
  #nextLine = 1;
  /** A record with a quoted cell that goes on in the next line. */
  #open: OpenRecord | undefined;

  take(chunk: Buffer): CsvRow[] {
    const bytes = this.#started(Buffer.concat([this.#rest, chunk]));
    if (!bytes) return [];
    const end = bytes.lastIndexOf(lineFeed) + 1;
    this.#rest = bytes.subarray(end);
    const rows = this.#read(bytes.subarray(0, end));
    if (this.#rest.length > maxRecord) fault(this.#nextLine, tooLong);
    return rows;
  }

  end(): CsvRow[] {
    const left = this.#isStarted ? this.#rest : withoutMark(this.#rest);
    const rows = this.#read(left.length > 0 ? Buffer.concat([left, Buffer.of(lineFeed)]) : left);
    if (this.#open) fault(this.#open.line, brokenQuotes);
    return rows;
  }

  /** The bytes without the mark of UTF-8; undefined while there are too few to tell. */
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
      if (text.length > maxRecord) fault(number, tooLong);
      const line = withoutReturn(text);
      return line === '' ? undefined : { line: number, cells: line.split(',') };
    }
    this.#open ??= { line: number, lines: [], length: 0, quotes: 0 };
    const { line, lines } = this.#open;
    lines.push(text);
    this.#open.length += text.length + 1;
    this.#open.quotes += text.split('"').length - 1;
    if (this.#open.length > maxRecord) fault(line, brokenQuotes);
    if (this.#open.quotes % 2 === 1) return undefined;
    this.#open = undefined;
    return { line, cells: cellsOf(withoutReturn(lines.join('\n')), line) };
  }
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

function withoutMark(bytes: Buffer): Buffer {
  const [first, second, third] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isWide) fault(1, 'the file is in UTF-16 and not in UTF-8');
  return first === 0xef && second === 0xbb && third === 0xbf ? bytes.subarray(3) : bytes;
}

function mustBeText(bytes: Buffer, firstLine: number): void {
  if (isUtf8(bytes) && !bytes.includes(0)) return;
  let line = firstLine;
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(lineFeed, start) + 1 || bytes.length;
    const part = bytes.subarray(start, end);
    if (!isUtf8(part) || part.includes(0)) fault(line, 'is not UTF-8');
    start = end;
  }
}

/** A cell at the start of a text: a quoted one, or one without any quote. */
const cell = /(?:"([^"]*(?:""[^"]*)*)"|([^",]*))(,|$)/y;

function cellsOf(text: string, line: number): string[] {
  const cells: string[] = [];
  cell.lastIndex = 0;
  for (let isLast = false; !isLast; ) {
    const [, quoted, plain = '', after] = cell.exec(text) ?? fault(line, brokenQuotes);
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

/** Where each column stands in the header; the names are compared without case and the spaces around them. */
function placesOf({ line, cells }: CsvRow, columns: readonly string[]): number[] {
  const names = cells.map((name) => name.trim().toLowerCase());
  const missing = columns.find((name) => !names.includes(name));
  if (missing !== undefined) fault(line, `the header has no column ${missing}`);
  const twice = columns.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice !== undefined) fault(line, `the header has the column ${twice} twice`);
  return columns.map((name) => names.indexOf(name));
}

/**
 * The rows of a file with a header, some at a time, each with the cells of these columns in this order; the file may
 * have them in any order and others beside them.
 */
export async function* csvRows(stream: AsyncIterable<Buffer>, columns: readonly string[]): AsyncGenerator<CsvRow[]> {
  let header: { readonly places: readonly number[]; readonly width: number } | undefined;
  for await (const records of recordsOf(stream)) {
    const first = header ? undefined : records.shift();
    if (first) header = { places: placesOf(first, columns), width: first.cells.length };
    if (!header || records.length === 0) continue;
    const { places, width } = header;
    yield records.map(({ line, cells }) => {
      if (cells.length !== width) fault(line, 'has more or fewer cells than the header');
      return { line, cells: places.map((place) => cells[place] ?? '') };
    });
  }
  if (!header) fault(1, 'the file is empty');
}

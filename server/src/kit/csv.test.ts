import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cell, crlfLines, csvLine, csvLines } from './csv.ts';

describe('a cell', () => {
  it.each<[string, Cell, string]>([
    ['plain text', 'plain text', 'plain text'],
    ['text of another script', 'ليلى', 'ليلى'],
    ['nothing', null, ''],
    ['empty text', '', ''],
    ['a whole number', 42, '42'],
    ['a negative number, which is no formula', -42, '-42'],
    ['a truth', true, 'true'],
    ['a moment', new Date('2026-07-01T12:00:00.5Z'), '2026-07-01T12:00:00.500Z'],
    ['a comma', 'a,b', '"a,b"'],
    ['a quote', 'say "hi"', '"say ""hi"""'],
    ['a line feed', 'a\nb', '"a\nb"'],
    ['a carriage return within', 'a\rb', '"a\rb"'],
    ['a formula', '=1+1', "'=1+1"],
    ['a formula with a plus', '+1', "'+1"],
    ['a formula with a minus', '-1', "'-1"],
    ['a formula with an at', '@SUM(A1)', "'@SUM(A1)"],
    ['a tab in front', '\t=1', "'\t=1"],
    ['a carriage return in front', '\r=1', '"\'\r=1"'],
    ['a formula with a comma', '=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
    ['a formula further on', 'a=1', 'a=1'],
    ['blanks at both ends, which count', ' a ', ' a '],
  ])('with %s', (_, cell, text) => {
    expect(csvLine([cell])).toBe(`${text}\r\n`);
  });
});

/** As a strict reader takes it apart. */
function read(text: string): string[][] {
  const lines: string[][] = [];
  for (let rest = text; rest !== ''; ) {
    const line: string[] = [];
    for (let isOpen = true; isOpen; ) {
      const cell = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest);
      if (!cell) throw new Error(`no cell: ${JSON.stringify(rest)}`);
      const [whole, quoted, bare = '', end = ''] = cell;
      line.push(quoted?.replaceAll('""', '"') ?? bare);
      rest = rest.slice(whole.length);
      isOpen = end === ',';
    }
    lines.push(line);
  }
  return lines;
}

const text = fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', "'", '=', 'a', ' ', '٣', '-') });

describe('a file', () => {
  it('has a line for the names and one for each row, and no more', async () => {
    const lines: string[] = [];
    for await (const line of csvLines(
      ['id', 'note'],
      [
        [1, 'a'],
        [2, null],
      ],
    ))
      lines.push(line);
    expect(lines.join('')).toBe('id,note\r\n1,a\r\n2,\r\n');
  });
  it('is read back unchanged, except for the quote before what looks like a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { maxLength: 5 }), (rows) => {
        const escaped = rows.map((row) => row.map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)));
        expect(read(rows.map(csvLine).join(''))).toEqual(escaped);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('lines from the database', () => {
  /** As COPY writes them. */
  const lf = (rows: readonly string[][]): Buffer =>
    Buffer.from(rows.map((row) => `${row.map((cell) => csvLine([cell]).slice(0, -2)).join(',')}\n`).join(''));
  it('end in CRLF wherever they are cut, and cells keep what is theirs', () => {
    const rows = fc.array(fc.array(text, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(rows, fc.array(fc.nat(200), { maxLength: 4 }), (given, cuts) => {
        const bytes = lf(given);
        const toCrlf = crlfLines();
        const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
        const chunks = edges.slice(1).map((edge, n) => toCrlf(bytes.subarray(edges[n], edge)));
        expect(Buffer.concat(chunks).toString()).toBe(given.map(csvLine).join(''));
      }),
      { numRuns: 1000 },
    );
  });
});

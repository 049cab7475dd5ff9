import { describe, expect, it } from 'vitest';
import { CsvFault, csvRows } from './csv-read.ts';

const columns = ['id', 'cents'];

/** Reads a file that comes in parts of so many bytes. */
async function read(file: string | Buffer, partBytes = 1_000) {
  const bytes = Buffer.from(file);
  async function* parts() {
    for (let at = 0; at < bytes.length; at += partBytes) yield bytes.subarray(at, at + partBytes);
  }
  const rows: (readonly [number, ...string[]])[] = [];
  try {
    for await (const some of csvRows(parts(), () => columns)) {
      for (const { line, cells } of some) rows.push([line, ...cells]);
    }
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    return { line: error.line, message: error.message };
  }
  return rows;
}

const mark = '\uFEFF';

describe('a file that is right', () => {
  const two = [
    [2, 'a', '1'],
    [3, 'b', '2'],
  ];
  const good: readonly (readonly [string, string, unknown])[] = [
    ['is read line by line', 'id,cents\na,1\nb,2\n', two],
    ['may lack the end of its last line', 'id,cents\na,1\nb,2', two],
    ['may end its lines with CRLF', 'id,cents\r\na,1\r\nb,2\r\n', two],
    ['may begin with the mark of UTF-8', `${mark}id,cents\na,1\nb,2\n`, two],
    ['may have its columns in another order and more of them', 'note,cents,x,id\nn,1,y,a\n,2,,b\n', two],
    ['may write the header in capitals and with spaces', ' ID ,Cents\na,1\nb,2\n', two],
    ['may quote any cell, the header too', '"id","cents"\r\n"a","1"\r\n"b",2\r\n', two],
    ['may have blank lines, which count', 'id,cents\n\na,1\r\n\r\nb,2\n\n', [[3, 'a', '1'], [5, 'b', '2']]], // biome-ignore format: a row
    ['keeps what stands between quotes', 'id,cents\n"a, ""b""\r\nc",1\nd,2\n', [[2, 'a, "b"\r\nc', '1'], [4, 'd', '2']]], // biome-ignore format: a row
    ['keeps spaces and empty cells', 'id,cents\n a , \n"",\n', [[2, ' a ', ' '], [3, '', '']]], // biome-ignore format: a row
    ['may be Arabic', 'id,cents\nدفعة,1\n', [[2, 'دفعة', '1']]],
    ['may have no rows', 'id,cents\n', []],
  ];
  it.each(good)('%s', async (_name, file, wanted) => {
    expect(await read(file)).toEqual(wanted);
    for (const partBytes of [1, 2, 3, 7]) expect(await read(file, partBytes)).toEqual(wanted);
  });
});

describe('a file that is wrong is refused with its line:', () => {
  const bad: readonly (readonly [string, string | Buffer, number, RegExp])[] = [
    ['an empty one', '', 1, /empty/],
    ['blanks alone', '\n\r\n', 1, /empty/],
    ['the mark alone', mark, 1, /empty/],
    ['one without a header', 'a,1\nb,2\n', 1, /no column id$/],
    ['one whose header lacks a column', 'id,amount\na,1\n', 1, /no column cents/],
    ['one with two separators', 'id;cents\na,1\n', 2, /fewer cells/],
    ['one with a column twice', 'id,cents,ID\na,1,b\n', 1, /twice: id/],
    ['a line with too few cells', 'id,cents\na,1\nb\n', 3, /fewer cells/],
    ['a line with too many cells', 'id,cents\na,1\n\nb,2,3\n', 4, /more or fewer cells/],
    ['a quote that is never closed', 'id,cents\na,1\n"b,2\nc,3\n', 3, /quotes/],
    ['a quote that is never closed in a long file', `id,cents\n"a,1\n${'b,2\n'.repeat(40_000)}`, 2, /quotes/],
    ['a quote inside of a cell', 'id,cents\na"b"c,1\n', 2, /quotes/],
    ['text after a quoted cell', 'id,cents\n"a"b,1\n', 2, /quotes/],
    ['a line without an end', `id,cents\n${'a'.repeat(200_000)}`, 2, /longer than 64 KB/],
    ['a long line that ends', `id,cents\n${'a'.repeat(70_000)},1\n`, 2, /longer than 64 KB/],
    ['UTF-16', Buffer.from(`${mark}id,cents\na,1\n`, 'utf16le'), 1, /UTF-16/],
    ['UTF-16 the other way round', Buffer.from(`${mark}id,cents\na,1\n`, 'utf16le').swap16(), 1, /UTF-16/],
    ['UTF-16 without a mark', Buffer.from('id,cents\na,1\n', 'utf16le'), 1, /UTF-8/],
    ['Latin-1', Buffer.from('id,cents\na,1\ncafé,2\nd,3\n', 'latin1'), 3, /UTF-8/],
    ['a file that is no text', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 10, 1]), 1, /UTF-8/],
  ];
  it.each(bad)('%s', async (_name, file, line, message) => {
    const wanted = { line, message: expect.stringMatching(message) };
    expect(await read(file)).toEqual(wanted);
    for (const partBytes of [97, 65_536]) expect(await read(file, partBytes)).toEqual(wanted);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCaptions } from './captions.ts';

const read = (text: string | Buffer) => readCaptions(Buffer.isBuffer(text) ? text : Buffer.from(text));

describe('captions that are right', () => {
  const good: readonly (readonly [string, string, string])[] = [
    [
      'SubRip becomes WebVTT',
      '1\r\n00:00:01,000 --> 00:00:02,500\r\nHello\r\nthere\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nBye\r\n',
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHello\nthere\n\n00:00:03.000 --> 00:00:04.000\nBye\n',
    ],
    [
      'the hour may be left out',
      'WEBVTT\n\n00:01.000 --> 00:02.000\nHi',
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHi\n',
    ],
    [
      'names and settings are kept, notes are not',
      'WEBVTT - a title\n\nNOTE by me\n\nintro\n00:01.000 --> 00:02.000 align:start position:10% onclick:x\nHi',
      'WEBVTT\n\nintro\n00:00:01.000 --> 00:00:02.000 align:start position:10%\nHi\n',
    ],
    [
      'styles before the first cue are kept',
      'WEBVTT\n\nSTYLE\n::cue { color: white }\n\n00:01.000 --> 00:02.000\nHi',
      'WEBVTT\n\nSTYLE\n::cue { color: white }\n\n00:00:01.000 --> 00:00:02.000\nHi\n',
    ],
    [
      'Arabic, a byte order mark and old line ends',
      '\uFEFF1\r00:00:01,000 --> 00:00:02,000\rمرحبا & أهلا\r',
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nمرحبا &amp; أهلا\n',
    ],
    [
      'marks of captions are kept, those of pages dropped',
      'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Layla><i>Hi</i> <script>x()</script><img src=x onerror=y> 1 < 2',
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Layla><i>Hi</i> x() 1 &lt; 2\n',
    ],
    [
      'colours and places of SubRip are dropped, and so is a cue without words',
      '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<font color="red">Hi</font>\n\n2\n00:00:02,000 --> 00:00:03,000\n\n',
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHi\n',
    ],
    [
      'cues may overlap',
      'WEBVTT\n\n00:01.000 --> 00:05.000\nA\n\n00:01.000 --> 00:02.000\nB',
      'WEBVTT\n\n00:00:01.000 --> 00:00:05.000\nA\n\n00:00:01.000 --> 00:00:02.000\nB\n',
    ],
  ];
  it.each(good)('%s', (_name, given, wanted) => expect(read(given)).toEqual({ vtt: wanted }));
});

describe('captions that are wrong', () => {
  const cue = (times: string, text = 'Hi') => `WEBVTT\n\n${times}\n${text}`;
  const bad: readonly (readonly [string, string | Buffer, number])[] = [
    ['an empty file', '', 1],
    ['nothing but blanks', ' \n\n ', 1],
    ['a header and nothing else', 'WEBVTT\n\n', 1],
    ['a note and nothing else', 'WEBVTT\n\nNOTE nothing', 1],
    ['prose', 'Once upon a time', 1],
    ['a page', '<html><body>Hi</body></html>', 1],
    ['an end before its beginning', cue('00:02.000 --> 00:01.000'), 3],
    ['a cue that takes no time', cue('00:02.000 --> 00:02.000'), 3],
    ['cues that go back in time', `${cue('00:05.000 --> 00:06.000')}\n\n00:01.000 --> 00:02.000\nB`, 6],
    ['a minute of 75 seconds', cue('00:75.000 --> 01:16.000'), 3],
    ['a timing without an end', cue('00:01.000 -->'), 3],
    ['a comma in WebVTT', cue('00:00:01,000 --> 00:00:02,000'), 3],
    ['an arrow without room', cue('00:01.000-->00:02.000'), 3],
    ['no blank line after the header', 'WEBVTT\n00:01.000 --> 00:02.000\nHi', 2],
    ['no blank line between cues', `${cue('00:01.000 --> 00:02.000')}\n00:03.000 --> 00:04.000\nB`, 5],
    ['words that belong to no cue', `${cue('00:01.000 --> 00:02.000')}\n\nlost words`, 6],
    ['a style after the first cue', `${cue('00:01.000 --> 00:02.000')}\n\nSTYLE\n::cue {}`, 6],
    ['SubRip without numbers', '00:00:01,000 --> 00:00:02,000\nHi', 1],
    ['SubRip backwards', '1\n00:00:02,000 --> 00:00:01,000\nHi', 2],
    ['SubRip out of order', '1\n00:00:05,000 --> 00:00:06,000\nA\n\n2\n00:00:01,000 --> 00:00:02,000\nB', 5],
    ['SubRip cut off in a timing', '1\n00:00:01,000 --> 00:0', 2],
    ['SubRip cut off after a number', '1\n00:00:01,000 --> 00:00:02,000\nHi\n\n2', 5],
    ['UTF-16', Buffer.from('\uFEFFWEBVTT\n\n00:01.000 --> 00:02.000\nHi', 'utf16le'), 1],
    ['Latin-1', Buffer.from('1\n00:00:01,000 --> 00:00:02,000\ncafé', 'latin1'), 3],
    [
      'bytes that are no text far below',
      Buffer.concat([Buffer.alloc(300_000, '\n'), Buffer.from([0x41, 0xff])]),
      300_001,
    ],
    ['a line without an end', cue('00:01.000 --> 00:02.000', 'x'.repeat(2_001)), 4],
    [
      'settings that a pattern could go over again and again',
      cue(`00:01.000 --> 00:02.000 x${' '.repeat(300_000)}\u2028x`),
      3,
    ],
    ['more cues than a video has seconds', `WEBVTT\n\n${'00:01.000 --> 00:02.000\nHi\n\n'.repeat(20_001)}`, 60_003],
    ['a zero byte', cue('00:01.000 --> 00:02.000', 'H\u0000i'), 4],
    ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 1],
  ];
  it.each(bad)('%s is refused with its line', (_name, given, line) => {
    expect(read(given)).toMatchObject({
      line,
      problem: expect.any(String),
      problemCode: expect.stringMatching(/^[a-z_0-9]+$/),
    });
  });
  it('that begin with neither WEBVTT nor a number name both', () => {
    const problem = 'must be WEBVTT or the number of the first cue';
    expect(read('00:01.000 --> 00:02.000\nHi')).toEqual({ line: 1, problem, problemCode: 'bad_start' });
    const later = '1\n00:00:01,000 --> 00:00:02,000\nA\n\nlost words';
    expect(read(later)).toMatchObject({ line: 5, problemCode: 'no_number' });
  });
  it('with a cue inside a NOTE name that block', () => {
    const inside = 'WEBVTT\n\nNOTE\n00:01.000 --> 00:02.000\nHi';
    const problem = 'a cue begins inside a NOTE';
    expect(read(inside)).toEqual({ line: 4, problem, problemCode: 'cue_in_block', block: 'NOTE' });
  });
});

describe('SubRip and WebVTT', () => {
  const stamp = (ms: number): string =>
    `${new Date(ms).toISOString().slice(11, 19)},${String(ms % 1000).padStart(3, '0')}`;
  const cues = fc
    .array(
      fc.record({
        wait: fc.nat(5000),
        length: fc.integer({ min: 1, max: 9000 }),
        text: fc.stringMatching(/^\w[\w ,.!?'-]{0,40}\w$/),
      }),
      {
        minLength: 1,
        maxLength: 20,
      },
    )
    .map((all) => {
      let at = 0;
      return all.map(({ wait, length, text }) => {
        at += wait;
        return { start: at, end: at + length, text };
      });
    });

  it('say the same after a conversion, and a second reading changes nothing', () => {
    fc.assert(
      fc.property(cues, (all) => {
        const srt = all
          .map(({ start, end, text }, n) => `${n + 1}\n${stamp(start)} --> ${stamp(end)}\n${text}\n`)
          .join('\n');
        const once = read(srt);
        const vtt = 'vtt' in once ? once.vtt : once.problem;
        for (const { start, end, text } of all) {
          const line = `${stamp(start).replace(',', '.')} --> ${stamp(end).replace(',', '.')}`;
          expect(vtt.includes(`${line}\n${text}\n`)).toBe(true);
        }
        expect(read(vtt)).toEqual({ vtt });
      }),
      { numRuns: 1000 },
    );
  });
  it('are never anything but right or refused, whatever is sent', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, marked) => {
        const outcome = read(Buffer.concat([Buffer.from(marked ? 'WEBVTT\n\n' : ''), bytes]));
        expect('vtt' in outcome || outcome.line > 0).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

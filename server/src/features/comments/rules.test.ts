import { describe, expect, it } from 'vitest';
import { isSuspendedBy, outcomeOf, textFault, tidyText } from './rules.ts';

const blank = 'must not be blank';
const unreadable = 'must not contain control characters or marks that change the reading order';

describe('the text of a comment', () => {
  it.each([
    ['a sentence', 'What an ending!', undefined],
    ['two lines', 'First\nsecond', undefined],
    ['Arabic with a mark for its direction', 'الحلقة 12\u200f رائعة', undefined],
    ['a family of joined people', '👨‍👩‍👧', undefined],
    ['Persian with a joiner that parts', 'می\u200cخواهم', undefined],
    ['a flag made of tags', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', undefined],
    ['nothing', '', blank],
    ['what nobody sees', '\u200b\u2800\ufeff', blank],
    ['a bell', 'ring\u0007', unreadable],
    ['a null', 'a\u0000b', unreadable],
    ['a tab', 'a\tb', unreadable],
    ['an override of the direction', 'abc\u202edef', unreadable],
    ['an isolate', '\u2066abc', unreadable],
    ['a separator of lines', 'a\u2028b', unreadable],
  ])('%s', (_, text, fault) => {
    expect(textFault(text)).toBe(fault);
  });

  it.each([
    ['  around \n', 'around'],
    ['one\r\ntwo\rthree', 'one\ntwo\nthree'],
    ['far\n\n\n \n\napart', 'far\n\napart'],
  ])('%j is stored as %j', (given, kept) => {
    expect(tidyText(given)).toBe(kept);
  });
});

it('new comments are hidden from the third strike on', () => {
  expect([0, 1, 2, 3, 4].map(isSuspendedBy)).toEqual([false, false, false, true, true]);
});

it('reports store the final state of their comment', () => {
  expect((['visible', 'hidden', 'deleted'] as const).map(outcomeOf)).toEqual(['kept', 'hidden', 'deleted']);
});

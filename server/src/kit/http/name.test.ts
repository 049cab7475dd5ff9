import { describe, expect, it } from 'vitest';
import { nameFault } from './schema.ts';

describe('a name', () => {
  it.each([
    ['in Arabic', 'عروس الميناء'],
    ['in Persian, with joiners between letters', 'می\u200cخواهم'],
    ['with an emoji made of several', 'Family 👩\u200d👩\u200d👦 and 🧑🏽\u200d🚀 ❤\ufe0f\u200d🔥'],
    ['with an emoji in its form of text', '☎\ufe0e desk 1\ufe0f\u20e3'],
    ['with a Han letter in one of its forms', '葛\u{e0100}飾'],
    ['with marks over letters', 'مُحَمَّد'],
    ['with a sign that stands around a number', '\u06dd١٢'],
    ['with spaces around and within', ' The  Quiet Heir '],
  ])('%s is taken', (_how, name) => expect(nameFault(name)).toBeUndefined());

  it.each([
    ['a line break', 'Night\ndesk'],
    ['a tab', 'Night\tdesk'],
    ['a separator of lines', 'Night\u2028desk'],
    ['a mark that turns the reading order', 'desk\u202etroppus'],
    ['an isolate of direction', '\u2067desk\u2069'],
    ['a mark of direction', 'desk\u200f'],
    ['a space without width', 'sup\u200bport'],
    ['a soft hyphen', 'sup\u00adport'],
    ['a byte order mark', '\ufeffdesk'],
    ['a joiner of marks within a word', 'finan\u034fce'],
    ['a filler at its end', 'support\u3164'],
    ['a filler as it is after NFKC', 'support\u1160'],
    ['a form of nothing', 'support\ufe0f'],
    ['an empty pattern of Braille', 'sup\u2800port'],
    ['a joiner at its end', 'می\u200c'],
    ['two joiners in a row', 'می\u200c\u200cخواهم'],
    ['a joiner between spaces', 'night \u200d desk'],
  ])('with %s is refused', (_what, name) =>
    expect(nameFault(name)).toBe('must not contain invisible or control characters'),
  );

  it.each(['', ' ', '\u3000', '\u200b', '\u200d\u200c', '\u3164', '\u2800', '\ufe0f'])(
    'in which nothing is seen is blank: %j',
    (name) => expect(nameFault(name)).toBe('must not be blank'),
  );
});

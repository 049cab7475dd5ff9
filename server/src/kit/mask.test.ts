import { describe, expect, it } from 'vitest';
import { maskPersonal } from './mask.ts';

const layla = { email: 'layla.h+tv@example.com', phone: '+6281234567890', name: 'Layla  Hassan' };

describe('a text about someone', () => {
  it.each([
    ['wrote from layla.h+tv@example.com', 'wrote from [personal]'],
    ['wrote from LAYLA.H+TV@Example.com, twice', 'wrote from [personal], twice'],
    ['refund_Layla Hassan_june', 'refund_[personal]_june'],
    ['layla\nhassan asked', '[personal] asked'],
    ['called +6281234567890', 'called [personal]'],
    ['called +62 812-3456-7890 10 times', 'called [personal] 10 times'],
    ['called 0062 812 3456 7890', 'called [personal]'],
    ['called 0812-3456-7890', 'called [personal]'],
    ['called 81234567890.', 'called [personal].'],
    ['called +62 (0)812 3456 7890', 'called +62 ([personal]'],
  ])('%s', (text, masked) => {
    expect(maskPersonal(text, layla)).toBe(masked);
  });
  it.each(['apology_outage', 'Layla asked', 'order 567890', 'order 181234567890', 'xlayla hassan', ''])(
    'stays as it is where it says nothing of them: %s',
    (text) => {
      expect(maskPersonal(text, layla)).toBe(text);
    },
  );
  it('is masked for a name in decomposed letters, and for one of a single letter only where it stands alone', () => {
    expect(maskPersonal('Zoe\u0308 asked', { email: null, phone: null, name: 'Zo\u00eb' })).toBe('[personal] asked');
    expect(maskPersonal('a bad day, A', { email: null, phone: null, name: 'a' })).toBe(
      '[personal] bad day, [personal]',
    );
    expect(maskPersonal('a $ (.*) b', { email: null, phone: null, name: '(.*)' })).toBe('a $ [personal] b');
  });
  it('is masked for a name of any sign that there is', () => {
    const signs = Array.from({ length: 0x7e - 0x20 }, (_, n) => String.fromCharCode(0x21 + n));
    for (const sign of signs) {
      const name = `a${sign}b`;
      expect(maskPersonal(`(${name})`, { email: null, phone: null, name })).toBe('([personal])');
    }
  });
  it('stays as it is for a guest, of whom nothing is known', () => {
    expect(maskPersonal('any text +1 555 0100', { email: null, phone: null, name: null })).toBe('any text +1 555 0100');
    expect(maskPersonal('blank name', { email: null, phone: null, name: ' ' })).toBe('blank name');
  });
});

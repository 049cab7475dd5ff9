import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { qrMatrix } from './matrix.ts';

const drawn = (text: string): string[] | undefined =>
  qrMatrix(text)?.map((row) => row.map((dark) => (dark ? '#' : '.')).join(''));

describe('a QR code', () => {
  // Each of these was read by a scanner once; what changes must be read by one again.
  it.each([
    [21, 'hello', 'a3426b6198bafc25'],
    [45, `${'x'.repeat(150)}end`, 'abe3a8a9da58461c'],
    [53, `${'y'.repeat(225)}end`, '2ff737b079e3005f'],
    [57, `${'z'.repeat(268)}end`, 'af112f9ea3a1399a'],
  ])('of %i squares a side is the one that a scanner read', (size, text, hash) => {
    const rows = drawn(text) ?? [];
    expect(rows).toHaveLength(size);
    expect(createHash('sha256').update(rows.join('\n')).digest('hex').slice(0, 16)).toBe(hash);
  });

  it('is not made of a text that is too long for one', () => {
    expect(qrMatrix('a'.repeat(272))).toBeUndefined();
  });
});

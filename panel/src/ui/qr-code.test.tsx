import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { QrCode } from './qr-code.tsx';

/** The dark squares as rows of text, the margin included. */
function drawn(text: string): string[] {
  render(<QrCode text={text} label="Scan this" />);
  const picture = screen.getByRole('img', { name: 'Scan this' });
  const size = Number(picture.getAttribute('viewBox')?.split(' ').at(-1));
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => '.'));
  const squares =
    picture
      .querySelector('path')
      ?.getAttribute('d')
      ?.matchAll(/M(\d+) (\d+)h1v1h-1z/g) ?? [];
  for (const [, x, y] of squares) {
    const row = rows[Number(y)];
    if (row) row[Number(x)] = '#';
  }
  return rows.map((row) => row.join(''));
}

it('A QR code is the one that the standard prescribes, with four light squares around it', () => {
  const margin = Array(4).fill('.'.repeat(29));
  // "HELLO" in version 1 with the highest correction: the corner marks stand in three corners and not in the fourth.
  const rows = drawn('HELLO');
  expect(rows.slice(0, 4)).toEqual(margin);
  expect(rows.slice(-4)).toEqual(margin);
  expect(rows[4]).toMatch(/^\.{4}#{7}\.[.#]{5}\.#{7}\.{4}$/);
  expect(rows.at(-5)).toMatch(/^\.{4}#{7}\.[.#]{13}\.{4}$/);
  expect(rows.at(-5)).not.toMatch(/#{7}\.{4}$/);
});

it('A QR code holds the longest address of a second factor', () => {
  const email = `${'x'.repeat(242)}@example.com`;
  const address = `otpauth://totp/${encodeURIComponent(`Cliffhanger:${email}`)}?secret=${'A'.repeat(32)}&issuer=Cliffhanger`;
  expect(drawn(address)).toHaveLength(65 + 8);
});

import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { documentPictures } from './document-pictures.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const pictures = documentPictures(root);
const folder = join(root, 'docs', 'operators', 'pictures');

describe('the pictures of the documents', () => {
  it('are there, and no others', () => {
    expect(pictures.filter(({ path }) => !existsSync(path))).toEqual([]);
    const named = pictures.filter(({ path }) => dirname(path) === folder).map(({ screen }) => `${screen}.webp`);
    expect(readdirSync(folder).toSorted()).toEqual(named.toSorted());
  });

  it('are small enough to be kept with the sources', () => {
    const bytes = pictures.reduce((sum, { path }) => sum + statSync(path).size, 0);
    expect(bytes).toBeLessThan(1_500_000);
  });
});

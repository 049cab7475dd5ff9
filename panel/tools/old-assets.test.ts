import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dropOldAssets } from './old-assets.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cliffhanger-assets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const day = 24 * 60 * 60 * 1000;
const now = Date.UTC(2035, 0, 20);

function write(name: string, age: number): void {
  const time = new Date(now - age);
  writeFileSync(join(folder, name), name);
  utimesSync(join(folder, name), time, time);
}

it('the files of the last builds stay for a week, so that a tab that is open finds what it asks for', () => {
  for (const name of ['users-new.js', 'users-new.js.gz']) write(name, 0);
  for (const name of ['users-last.js', 'users-last.js.br']) write(name, 6 * day);
  for (const name of ['users-old.js', 'users-old.js.gz']) write(name, 8 * day);
  write('shell-same.js', 30 * day);
  dropOldAssets(folder, new Set(['users-new.js', 'shell-same.js']), now);
  expect(readdirSync(folder).sort()).toEqual([
    'shell-same.js',
    'users-last.js',
    'users-last.js.br',
    'users-new.js',
    'users-new.js.gz',
  ]);
});

it('however often one builds, there are no more than so many of them; the newest stay', () => {
  for (let age = 1; age <= 5; age++) write(`users-${age}.js`, age * day);
  write('users-now.js', 6 * day);
  dropOldAssets(folder, new Set(['users-now.js']), now, 2);
  expect(readdirSync(folder).sort()).toEqual(['users-1.js', 'users-2.js', 'users-now.js']);
});

it('a compressed file stays as long as what it was made from', () => {
  write('users-last.js', day);
  write('users-last.js.br', 30 * day);
  dropOldAssets(folder, new Set(), now);
  expect(readdirSync(folder).sort()).toEqual(['users-last.js', 'users-last.js.br']);
});

import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { placesIn, takeLease } from './lease.ts';

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'cliffhanger-lease-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const name = 'work';

it('Of many who come at once, each gets its turn, alone', async () => {
  const folder = newFolder();
  let [inside, most, turns] = [0, 0, 0];
  const work = async () => {
    inside++;
    most = Math.max(most, inside);
    await sleep(turns % 3);
    inside--;
    turns++;
  };
  const take = async () => {
    for (let left = 40; left > 0; ) {
      const lease = await takeLease({ folder, name });
      if (!lease) continue;
      await work();
      await lease.release();
      left--;
    }
  };
  await Promise.all(Array.from({ length: 8 }, take));
  expect([most, turns]).toEqual([1, 320]);
  expect(readdirSync(folder)).toHaveLength(1);
});

it('Whoever holds it stays unless asked, and knows when it is', async () => {
  const folder = newFolder();
  const first = await takeLease({ folder, name });
  expect(await takeLease({ folder, name })).toBeUndefined();
  expect(first?.signal.aborted).toBe(false);
  first?.signal.addEventListener('abort', () => void first.release());
  const second = await takeLease({ folder, name, askForMs: 10_000 });
  expect([first?.signal.aborted, second?.signal.aborted]).toEqual([true, false]);
  await second?.release();
});

const owners = [
  ['a process that is gone', `${hostname()} 999999999 token`],
  ['a process before this one that had its number', `${hostname()} ${process.pid} token`],
] as const;
it.each(owners)('What was left by %s is taken over at once', async (_name, owner) => {
  const folder = newFolder();
  writeFileSync(join(folder, 'work.7'), owner);
  const lease = await takeLease({ folder, name });
  expect(lease).toBeDefined();
  expect(readdirSync(folder)).toEqual(['work.8']);
  await lease?.release();
});

it('Someone on another machine is believed for as long as it is heard of', async () => {
  const folder = newFolder();
  const path = join(folder, 'work.3');
  writeFileSync(path, 'another-machine 1 token');
  expect(await takeLease({ folder, name })).toBeUndefined();
  utimesSync(path, new Date(), new Date(Date.now() - 20_000));
  const lease = await takeLease({ folder, name });
  expect(lease).toBeDefined();
  await lease?.release();
});

it('Whoever was overtaken knows, and takes nothing back', async () => {
  const folder = newFolder();
  const slow = await takeLease({ folder, name });
  rmSync(join(folder, 'work.1'));
  writeFileSync(join(folder, 'work.2'), 'another-machine 1 token');
  await expect.poll(() => slow?.signal.aborted).toBe(true);
  await slow?.release();
  expect(readdirSync(folder)).toEqual(['work.2']);
});

const since = [
  ['was free again', ['work.4.free']],
  ['was followed by another', ['work.5']],
  ['was followed by another who left', ['work.5.free']],
] as const;
it.each(since)('A number that %s while someone was about to take it is not theirs', async (_name, there) => {
  const folder = newFolder();
  for (const file of there) writeFileSync(join(folder, file), '');
  expect(await placesIn(folder, name).claim(4)).toBeUndefined();
  expect(readdirSync(folder)).toEqual(there);
});

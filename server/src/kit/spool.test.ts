import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { Spool } from './spool.ts';

const read = async (spool: Spool, partBytes?: number) => {
  const parts: string[] = [];
  for await (const part of spool.read(partBytes)) parts.push(part);
  return parts;
};

it('gives back every line as often as it is asked, in parts that end with a line, and leaves no file', async () => {
  const ours = () => readdirSync(tmpdir()).filter((name) => /^cliffhanger-[0-9a-f-]{36}$/.test(name));
  const before = ours();
  const spool = await Spool.open();
  expect(ours()).toEqual(before);
  const lines = Array.from({ length: 100 }, (_, n) => `${n}\tدفعة\n`);
  for (const line of lines) await spool.write(line);
  for (const _again of [1, 2]) {
    const parts = await read(spool, 64);
    expect(parts.length).toBeGreaterThan(10);
    expect(parts.every((part) => part.endsWith('\n'))).toBe(true);
    expect(parts.join('')).toBe(lines.join(''));
  }
  await spool[Symbol.asyncDispose]();
  await expect(read(spool)).rejects.toThrow('closed');
});

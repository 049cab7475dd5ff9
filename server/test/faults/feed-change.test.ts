import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeAdminActor } from '../harness/actor.ts';
import { makeSeries } from '../harness/catalog.ts';
import { startService } from '../harness/processes.ts';
import { makeViewer } from '../harness/viewer.ts';
import { openWorld } from '../harness/world.ts';

// A start takes a second, and much longer on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Two processes that know nothing of each other but what stands in the database. */

const world = await openWorld();
const editor = await makeAdminActor(world, 'content_manager');
const viewer = await makeViewer(world, { countryCode: 'ID' });
const children: ChildProcess[] = [];
const addresses: string[] = [];

async function start(): Promise<string> {
  const { base, child } = await startService(world);
  children.push(child);
  return base;
}

beforeAll(async () => {
  addresses.push(...(await Promise.all([start(), start()])));
});
afterAll(async () => {
  for (const child of children) {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
});

async function change(at: number, method: string, path: string, body: object): Promise<{ readonly id: string }> {
  const answer = await fetch(`${addresses[at]}/v1/admin${path}`, {
    method,
    headers: { authorization: `Bearer ${editor.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
  const read: { readonly id: string } = JSON.parse(await answer.text());
  return read;
}

interface Feed {
  readonly rails: readonly { readonly title: string; readonly series: readonly { readonly id: string }[] }[];
  readonly freeToday: readonly { readonly id: string }[];
}

async function feedAt(at: number): Promise<Feed> {
  const headers = { authorization: `Bearer ${viewer.token}` };
  const answer = await fetch(`${addresses[at]}/v1/feed?surface=discover`, { headers });
  const read: Feed = JSON.parse(await answer.text());
  return read;
}

describe('a change that one process has made', () => {
  it('is in its own next feed and soon in that of the other, whoever of them makes it', async () => {
    const [a, b] = [await makeSeries(world, 'published'), await makeSeries(world, 'published')];
    const made = { slug: 'both', titleI18n: { en: 'Both' }, type: 'manual', explanation: 'Made for the tests' };
    const { id } = await change(0, 'POST', '/collections', made);
    const { id: railId } = await change(1, 'POST', '/rails', { surface: 'discover', collectionId: id });
    const shown = async (at: number) => (await feedAt(at)).rails[0]?.series.map((series) => series.id);
    for (let turn = 0; turn < 10; turn++) {
      const [by, other] = [turn % 2, (turn + 1) % 2];
      const ids = turn % 3 === 0 ? [a, b] : turn % 3 === 1 ? [b] : [b, a];
      const items = ids.map((seriesId, sort) => ({ seriesId, sort }));
      await change(by, 'PUT', `/collections/${id}/items`, { items });
      expect(await shown(by)).toEqual(ids);
      await expect.poll(() => shown(other)).toEqual(ids);
    }
    await change(0, 'PUT', `/collections/${id}`, { titleI18n: { en: 'Renamed' } });
    await expect.poll(async () => (await feedAt(1)).rails[0]?.title).toBe('Renamed');
    const date = new Date().toISOString().slice(0, 10);
    await change(1, 'PUT', '/free-series', { date, seriesId: a });
    await expect.poll(async () => (await feedAt(0)).freeToday.map((series) => series.id)).toEqual([a]);
    await change(0, 'POST', `/series/${b}/workflow`, { action: 'archive' });
    await expect.poll(() => shown(1)).toEqual([a]);
    await change(1, 'PUT', `/rails/${railId}`, { status: 'paused' });
    await expect.poll(async () => (await feedAt(0)).rails.map(({ title }) => title)).toEqual(['New']);
  });
});

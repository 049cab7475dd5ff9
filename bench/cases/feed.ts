import { setTimeout as sleep } from 'node:timers/promises';
import { randomUsers } from '../callers.ts';
import { say } from '../database.ts';
import { type BenchService, type CopiedService, getRequest } from '../environment.ts';
import { editedCollection, seedFeed } from '../feed-catalog.ts';
import { load } from '../load.ts';
import { startBareServer } from '../processes.ts';
import { type RequestSource, requestSource } from '../requests.ts';
import { compare, type Result } from '../rounds.ts';

const connections = 64;
const seconds = 2;
const markets = ['ID', 'EG', 'SA', 'MY', 'US', 'TR'];
const languages = ['id', 'ar', 'en'];

/** Every viewer asks for the feed of their market in their language. */
async function feedRequests(service: BenchService): Promise<RequestSource> {
  const requests = randomUsers(service, 50_000).map(async (n) => {
    const path = `/v1/feed?market=${markets[n % markets.length]}&lang=${languages[n % languages.length]}`;
    return getRequest(path, await service.userToken(n));
  });
  return requestSource(await Promise.all(requests));
}

const maxCodedBytes = 15_000;

async function read(port: number, path: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  const bytes = Number(answer.headers.get('content-length'));
  if (answer.headers.get('content-encoding') !== 'br' || bytes > maxCodedBytes)
    throw new Error(`a feed of ${bytes} bytes is larger than ${maxCodedBytes}`);
  say(`  ${bytes} bytes with br, ${text.length} without`);
  return text;
}

interface Measured {
  readonly copy: CopiedService;
  readonly service: BenchService;
}

/** Both sides on a copy, with whatever else goes on there while it is measured. */
async function measure(service: BenchService, alongside: (on: Measured) => Promise<() => Promise<void>>) {
  const copy = await service.startCopy();
  try {
    await seedFeed(copy.ownerUrl);
    const [requests, theirs] = [await feedRequests(service), await feedRequests(service)];
    const body = await read(copy.port, '/v1/feed?market=ID&lang=en', await service.userToken(1));
    if (body.length < 40_000) throw new Error(`a feed of ${body.length} bytes is smaller than in life`);
    const bare = await startBareServer(body);
    const end = await alongside({ copy, service });
    try {
      return await compare(
        () => load({ port: copy.port, requests, connections, seconds }),
        () => load({ port: bare.port, requests: theirs, connections, seconds }),
      );
    } finally {
      await end();
      await bare.stop();
    }
  } finally {
    await copy.stop();
  }
}

/** Twelve rails of twenty series, for a crowd in six markets and three languages. */
export const feed = (service: BenchService): Promise<Result> => measure(service, async () => async () => undefined);

const editEveryMs = 1_000;

/** An editor puts other series into a collection that every feed shows, again and again. */
async function edit({ copy, service }: Measured): Promise<() => Promise<void>> {
  const headers = { authorization: `Bearer ${service.adminTokens[0]}`, 'content-type': 'application/json' };
  const url = `http://127.0.0.1:${copy.port}/v1/admin/collections/${editedCollection}/items`;
  const series = (n: number): string => `01900000-0000-7000-a000-${n.toString(16).padStart(12, '0')}`;
  let isOver = false;
  const editing = (async () => {
    for (let turn = 0; !isOver; turn++) {
      const items = Array.from({ length: 20 }, (_, sort) => ({ seriesId: series(3_001 + sort + (turn % 50)), sort }));
      const answer = await fetch(url, { method: 'PUT', headers, body: JSON.stringify({ items }) });
      if (answer.status !== 200) throw new Error(`an edit was answered ${answer.status}`);
      await sleep(editEveryMs);
    }
  })();
  // An edit that failed is told at the end.
  editing.catch(() => undefined);
  return async () => {
    isOver = true;
    await editing;
  };
}

export const feedEdited = (service: BenchService): Promise<Result> => measure(service, edit);

import { randomUsers, userRequests } from '../callers.ts';
import { deepUsers } from '../database.ts';
import type { BenchService } from '../environment.ts';
import { load } from '../load.ts';
import { type Movements, openMovements } from '../movements.ts';
import { startBareServer } from '../processes.ts';
import type { RequestSource } from '../requests.ts';
import { compare, median, type Result, type Sample } from '../rounds.ts';
import { userId } from '../seed.ts';

const path = '/v1/wallet';
const connections = 64;
const seconds = 1.5;

/** Of middling length among those of a few users. */
async function usualWallet(service: BenchService): Promise<string> {
  const texts = await Promise.all(randomUsers(service, 33).map((n) => service.get(path, service.userToken(n))));
  return texts.sort((a, b) => a.length - b.length)[16] ?? '';
}

/** The warm case: few who come again and again. */
export async function wallet(service: BenchService): Promise<Result> {
  const callers = randomUsers(service, 500);
  const [requests, theirRequests] = [userRequests(service, path, callers), userRequests(service, path, callers)];
  const bare = await startBareServer(await usualWallet(service));
  try {
    return await compare(
      () => load({ port: service.port, requests, connections, seconds }),
      () => load({ port: bare.port, requests: theirRequests, connections, seconds }),
    );
  } finally {
    await bare.stop();
  }
}

/** Wallets with 20,000 ledger rows beside as many with 40, which show as many entries. */
export async function deepWallet(service: BenchService): Promise<Result> {
  const several = (first: number): number[] => Array.from({ length: deepUsers }, (_, n) => first + n);
  const movements = await openMovements(service.databaseUrl);
  const reader = (users: readonly number[]) => {
    const requests = userRequests(service, path, users);
    return () => readAfterMoving(service.port, requests, users, movements);
  };
  try {
    const deep = reader(several(service.users + 1));
    const shallow = reader(several(service.users + 1 + deepUsers));
    return await compare(deep, shallow);
  } finally {
    await movements.close();
  }
}

const readsAfterMoving = 8;

/** Everyone's coins move before each read, so that no wallet is the one that was read before. */
async function readAfterMoving(
  port: number,
  requests: RequestSource,
  users: readonly number[],
  movements: Movements,
): Promise<Sample> {
  const samples: Sample[] = [];
  for (let time = 0; time < readsAfterMoving; time++) {
    await Promise.all(users.map((n) => movements.move(userId(n))));
    samples.push(await load({ port, requests, connections: users.length, seconds: 0 }));
  }
  return {
    perSecond: median(samples.map(({ perSecond }) => perSecond)),
    p99Ms: Math.max(...samples.map(({ p99Ms }) => p99Ms)),
  };
}

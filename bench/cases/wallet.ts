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
  const texts = await Promise.all(
    randomUsers(service, 33).map(async (n) => service.get(path, await service.userToken(n))),
  );
  return texts.sort((a, b) => a.length - b.length)[16] ?? '';
}

/** One reader in ten has moved coins shortly before. */
const readsForEachMovement = 10;

/**
 * A crowd in which each comes seldom, so that nothing of theirs is at hand, while coins move: those of every tenth who
 * is about to read. Both sides are measured while they move, at the same pace.
 */
export async function walletCrowd(service: BenchService): Promise<Result> {
  const crowd = randomUsers(service, 50_000);
  const [requests, theirRequests] = [
    await userRequests(service, path, crowd),
    await userRequests(service, path, crowd),
  ];
  const bare = await startBareServer(await usualWallet(service));
  const movements = await openMovements(service.databaseUrl);
  let perSecond = 200;
  const soonToRead = (): string =>
    userId(crowd[requests.indexAhead(connections + Math.floor(Math.random() * 1_000))] ?? 1);
  const measured = (port: number, sent: RequestSource): Promise<Sample> =>
    movements.during(perSecond, soonToRead, () => load({ port, requests: sent, connections, seconds }));
  try {
    return await compare(
      async () => {
        const sample = await measured(service.port, requests);
        perSecond = sample.perSecond / readsForEachMovement;
        return sample;
      },
      () => measured(bare.port, theirRequests),
    );
  } finally {
    await movements.close();
    await bare.stop();
  }
}

/** The warm case: few who come again and again. */
export async function wallet(service: BenchService): Promise<Result> {
  const callers = randomUsers(service, 500);
  const [requests, theirRequests] = [
    await userRequests(service, path, callers),
    await userRequests(service, path, callers),
  ];
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
  const reader = async (users: readonly number[]) => {
    const requests = await userRequests(service, path, users);
    return () => readAfterMoving(service.port, requests, users, movements);
  };
  try {
    const deep = await reader(several(service.users + 1));
    const shallow = await reader(several(service.users + 1 + deepUsers));
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

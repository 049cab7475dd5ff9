import { crowdOf, userDeck } from '../callers.ts';
import { deepUsers } from '../database.ts';
import type { Deck } from '../deck.ts';
import { load } from '../load.ts';
import { type Movements, openMovements } from '../movements.ts';
import { serveBytes } from '../processes.ts';
import { compare, median, type Result, type Sample } from '../rounds.ts';
import { userId } from '../seed.ts';
import type { Stage } from '../stage.ts';

const path = '/v1/wallet';
const connections = 64;
const seconds = 1.5;

/** Of middling length among those of a few users. */
async function usualWallet(stage: Stage): Promise<string> {
  const texts = await Promise.all(crowdOf(stage, 33).map(async (n) => stage.get(path, await stage.userToken(n))));
  return texts.sort((a, b) => a.length - b.length)[16] ?? '';
}

/** One reader in ten has moved coins shortly before. */
const readsForEachMovement = 10;

/**
 * A crowd in which each comes seldom, so that nothing of theirs is at hand, while coins move: those of every tenth who
 * is about to read. Both sides are measured while they move, at the same pace.
 */
export async function walletCrowd(stage: Stage): Promise<Result> {
  const crowd = crowdOf(stage, 50_000);
  const [deck, theirDeck] = [await userDeck(stage, path, crowd), await userDeck(stage, path, crowd)];
  const bare = await serveBytes(await usualWallet(stage));
  const movements = await openMovements(stage.databaseUrl);
  let perSecond = 200;
  const soonToRead = (): string => userId(crowd[deck.ahead(connections + Math.floor(Math.random() * 1_000))] ?? 1);
  const measured = (port: number, dealt: typeof deck): Promise<Sample> =>
    movements.during(perSecond, soonToRead, () => load({ port, deck: dealt, connections, seconds }));
  try {
    return await compare(
      async () => {
        const sample = await measured(stage.port, deck);
        perSecond = sample.perSecond / readsForEachMovement;
        return sample;
      },
      () => measured(bare.port, theirDeck),
    );
  } finally {
    await movements.close();
    await bare.stop();
  }
}

/** The warm case: few who come again and again. */
export async function wallet(stage: Stage): Promise<Result> {
  const callers = crowdOf(stage, 500);
  const [deck, theirDeck] = [await userDeck(stage, path, callers), await userDeck(stage, path, callers)];
  const bare = await serveBytes(await usualWallet(stage));
  try {
    return await compare(
      () => load({ port: stage.port, deck, connections, seconds }),
      () => load({ port: bare.port, deck: theirDeck, connections, seconds }),
    );
  } finally {
    await bare.stop();
  }
}

/** Wallets with 20,000 ledger rows beside as many with 40, which show as many entries. */
export async function deepWallet(stage: Stage): Promise<Result> {
  const several = (first: number): number[] => Array.from({ length: deepUsers }, (_, n) => first + n);
  const movements = await openMovements(stage.databaseUrl);
  const reader = async (users: readonly number[]) => {
    const deck = await userDeck(stage, path, users);
    return () => readAfterMoving(stage.port, deck, users, movements);
  };
  try {
    const deep = await reader(several(stage.users + 1));
    const shallow = await reader(several(stage.users + 1 + deepUsers));
    return await compare(deep, shallow);
  } finally {
    await movements.close();
  }
}

const readsAfterMoving = 8;

/** Everyone's coins move before each read, so that no wallet is the one that was read before. */
async function readAfterMoving(
  port: number,
  deck: Deck,
  users: readonly number[],
  movements: Movements,
): Promise<Sample> {
  const samples: Sample[] = [];
  for (let time = 0; time < readsAfterMoving; time++) {
    await Promise.all(users.map((n) => movements.move(userId(n))));
    samples.push(await load({ port, deck, connections: users.length, seconds: 0 }));
  }
  return {
    perSecond: median(samples.map(({ perSecond }) => perSecond)),
    p99Ms: Math.max(...samples.map(({ p99Ms }) => p99Ms)),
  };
}

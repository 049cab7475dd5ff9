import { load } from '../load.ts';
import { serveBytes } from '../processes.ts';
import { compare, type Result } from '../rounds.ts';
import { getRequest, type Stage } from '../stage.ts';

const path = '/v1/wallet';
const callers = 500;

async function requestsOf(stage: Stage): Promise<string[]> {
  const step = Math.floor(stage.users / callers);
  const tokens = await Promise.all(Array.from({ length: callers }, (_, n) => stage.userToken(1 + n * step)));
  return tokens.map((token) => getRequest(path, token));
}

/** Many users read their wallets at once, each with a fresh check of their status. */
export async function wallet(stage: Stage): Promise<Result> {
  const requests = await requestsOf(stage);
  const bare = await serveBytes(await stage.get(path, await stage.userToken(1)));
  const shape = { connections: 64, seconds: 1.5, requests };
  try {
    return await compare(
      () => load({ port: stage.port, ...shape }),
      () => load({ port: bare.port, ...shape }),
    );
  } finally {
    await bare.stop();
  }
}

/** The wallet of a user with 20,000 ledger rows beside one with 20. */
export async function deepWallet(stage: Stage): Promise<Result> {
  const deep = [getRequest(path, await stage.userToken(stage.users + 1))];
  const shallow = [getRequest(path, await stage.userToken(1))];
  const shape = { port: stage.port, connections: 16, seconds: 1 };
  return compare(
    () => load({ ...shape, requests: deep }),
    () => load({ ...shape, requests: shallow }),
  );
}

import { load } from '../load.ts';
import { serveBytes } from '../processes.ts';
import { compare, type Result } from '../rounds.ts';
import { type BenchService, getRequest } from '../service.ts';

const path = '/v1/wallet';
const callers = 500;

async function requestsOf(service: BenchService): Promise<string[]> {
  const step = Math.floor(service.users / callers);
  const tokens = await Promise.all(Array.from({ length: callers }, (_, n) => service.userToken(1 + n * step)));
  return tokens.map((token) => getRequest(path, token));
}

/** Many users read their wallets at once, each with a fresh check of their status. */
export async function wallet(service: BenchService): Promise<Result> {
  const requests = await requestsOf(service);
  const bare = await serveBytes(await service.get(path, await service.userToken(1)));
  const shape = { connections: 64, seconds: 1.5, requests };
  try {
    return await compare(
      () => load({ port: service.port, ...shape }),
      () => load({ port: bare.port, ...shape }),
    );
  } finally {
    await bare.stop();
  }
}

/** The wallet of a user with 20,000 ledger rows beside one with 20. */
export async function deepWallet(service: BenchService): Promise<Result> {
  const deep = [getRequest(path, await service.userToken(service.users + 1))];
  const shallow = [getRequest(path, await service.userToken(1))];
  const shape = { port: service.port, connections: 16, seconds: 1 };
  return compare(
    () => load({ ...shape, requests: deep }),
    () => load({ ...shape, requests: shallow }),
  );
}

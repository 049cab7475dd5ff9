import { load } from '../load.ts';
import { serveBytes } from '../processes.ts';
import { compare, type Result } from '../rounds.ts';
import { type BenchService, getRequest } from '../service.ts';

const shape = { connections: 32, seconds: 1.5 };

/** An admin reads its own account: token, the caller's row, one query, one reply. */
export async function me(service: BenchService): Promise<Result> {
  const token = await service.adminToken();
  const path = '/v1/admin/admins/me';
  const bare = await serveBytes(await service.get(path, token));
  const requests = [getRequest(path, token)];
  try {
    return await compare(
      () => load({ port: service.port, requests, ...shape }),
      () => load({ port: bare.port, requests, ...shape }),
    );
  } finally {
    await bare.stop();
  }
}

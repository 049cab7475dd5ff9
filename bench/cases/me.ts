import { load } from '../load.ts';
import { serveBytes } from '../processes.ts';
import { compare, type Result } from '../rounds.ts';
import { getRequest, type Stage } from '../stage.ts';

const shape = { connections: 32, seconds: 1.5 };

/** An admin reads its own account: token, the caller's row, one query, one reply. */
export async function me(stage: Stage): Promise<Result> {
  const token = await stage.adminToken();
  const path = '/v1/admin/admins/me';
  const bare = await serveBytes(await stage.get(path, token));
  const requests = [getRequest(path, token)];
  try {
    return await compare(
      () => load({ port: stage.port, requests, ...shape }),
      () => load({ port: bare.port, requests, ...shape }),
    );
  } finally {
    await bare.stop();
  }
}

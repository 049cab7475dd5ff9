import { adminCount } from '../admins.ts';
import { adminRequests } from '../callers.ts';
import type { BenchService } from '../environment.ts';
import { load } from '../load.ts';
import { startBareServer } from '../processes.ts';
import { compare, type Result } from '../rounds.ts';

const shape = { connections: 32, seconds: 1.5 };

/** 64 admins read their own accounts, each with a token of its own. */
export async function me(service: BenchService): Promise<Result> {
  const path = '/v1/admin/admins/me';
  const paths = Array.from({ length: adminCount }, () => path);
  const bare = await startBareServer(await service.get(path, service.adminTokens[0]));
  const [ours, theirs] = [adminRequests(service, paths), adminRequests(service, paths)];
  try {
    return await compare(
      () => load({ port: service.port, requests: ours, ...shape }),
      () => load({ port: bare.port, requests: theirs, ...shape }),
    );
  } finally {
    await bare.stop();
  }
}

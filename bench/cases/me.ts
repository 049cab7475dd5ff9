import { adminDeck } from '../callers.ts';
import { adminCount } from '../desk.ts';
import { load } from '../load.ts';
import { serveBytes } from '../processes.ts';
import { compare, type Result } from '../rounds.ts';
import type { Stage } from '../stage.ts';

const shape = { connections: 32, seconds: 1.5 };

/** 64 admins read their own accounts, each with a token of its own. */
export async function me(stage: Stage): Promise<Result> {
  const path = '/v1/admin/admins/me';
  const paths = Array.from({ length: adminCount }, () => path);
  const bare = await serveBytes(await stage.get(path, stage.adminTokens[0]));
  const [ours, theirs] = [adminDeck(stage, paths), adminDeck(stage, paths)];
  try {
    return await compare(
      () => load({ port: stage.port, deck: ours, ...shape }),
      () => load({ port: bare.port, deck: theirs, ...shape }),
    );
  } finally {
    await bare.stop();
  }
}

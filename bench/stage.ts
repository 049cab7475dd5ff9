import pg from 'pg';
import { sessionSeconds } from '../server/src/features/sessions/rules.ts';
import { newId } from '../server/src/kit/id.ts';
import { createTokens } from '../server/src/kit/tokens.ts';
import { benchAdmin, openBenchDatabase, type Size, userId } from './database.ts';
import { serveOurs } from './processes.ts';

/** The service on the seeded database, and tokens of those who call it. */
export interface Stage {
  readonly port: number;
  readonly users: number;
  readonly databaseUrl: string;
  adminToken(): Promise<string>;
  userToken(n: number): Promise<string>;
  get(path: string, token: string): Promise<string>;
  stop(): Promise<void>;
}

const secret = (name: string): string => `${name} of the bench which is thirty-two bytes long`;

export async function openStage(size: Size): Promise<Stage> {
  const database = await openBenchDatabase(size);
  const served = await serveOurs({
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_DIR: '.data/bench-stage',
    ADMIN_JWT_SECRET: secret('admin'),
    USER_JWT_SECRET: secret('user'),
  });
  const admins = createTokens([secret('admin')], 'admin');
  const users = createTokens([secret('user')], 'user');
  const sign = (tokens: typeof admins, sub: string): Promise<string> => {
    const iat = Math.floor(Date.now() / 1000);
    return tokens.sign({ sub, token_version: 1, jti: newId(), iat, exp: iat + sessionSeconds });
  };
  return {
    port: served.port,
    users: database.users,
    databaseUrl: database.appUrl,
    adminToken: async () => sign(admins, await findAdmin(database.ownerUrl)),
    userToken: (n) => sign(users, userId(n)),
    async get(path, token) {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`http://127.0.0.1:${served.port}${path}`, { headers });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${text}`);
      return text;
    },
    async stop() {
      await served.stop();
      await database.close();
    },
  };
}

async function findAdmin(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ id: string }>('select id from admins where email = $1', [benchAdmin.email]);
  await client.end();
  return rows[0]?.id ?? '';
}

export const getRequest = (path: string, token: string): string =>
  `GET ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n\r\n`;

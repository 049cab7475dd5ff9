import { sessionSeconds } from '../server/src/features/admins/rules.ts';
import { type EmbeddedPostgres, openEmbedded } from '../server/src/gateways/postgres/embedded.ts';
import { newId } from '../server/src/kit/id.ts';
import { createTokens, type Holder } from '../server/src/kit/tokens.ts';
import { adminCount, adminId, sessionId } from './admins.ts';
import { type BenchDatabase, clusterFolder, openBenchDatabase, type Size, say } from './database.ts';
import { type StartedServer, startService } from './processes.ts';
import { holderOf, userId } from './seed.ts';

/** PostgreSQL, and tokens of those who call a service on it: enough for what has a database of its own. */
export interface BenchCluster {
  readonly size: Size;
  readonly server: EmbeddedPostgres;
  /** Of all who work in the panel. */
  readonly adminTokens: readonly [string, ...string[]];
  userToken(n: number): string;
  stop(): Promise<void>;
}

/** The service on the seeded database, too. */
export interface BenchService extends BenchCluster {
  readonly port: number;
  readonly users: number;
  readonly databaseUrl: string;
  readonly superuserUrl: string;
  get(path: string, token: string): Promise<string>;
  post(path: string, token: string, body: string): Promise<string>;
  /** Another service on a copy of the database, for what writes much: the seeded one stays as it is. */
  startCopy(): Promise<CopiedService>;
}

export interface CopiedService {
  readonly port: number;
  readonly appUrl: string;
  readonly ownerUrl: string;
  stop(): Promise<void>;
}

export const secret = (name: string): string => `${name} of the bench which is thirty-two bytes long`;

/** Where the service under measurement keeps its files. */
export const dataDir = '.data/bench-files';

export const serve = (urls: { readonly appUrl: string; readonly ownerUrl: string }): Promise<StartedServer> =>
  startService({
    DATABASE_URL: urls.appUrl,
    DATABASE_OWNER_URL: urls.ownerUrl,
    DATA_DIR: dataDir,
    ADMIN_JWT_SECRET: secret('admin'),
    USER_JWT_SECRET: secret('user'),
    PAYMENTS_WEBHOOK_SECRET: secret('payments'),
  });

async function serveCopy(database: BenchDatabase): Promise<CopiedService> {
  const copy = await database.copy();
  const served = await serve(copy);
  return {
    appUrl: copy.appUrl,
    ownerUrl: copy.ownerUrl,
    port: served.port,
    async stop() {
      await served.stop();
      await copy.drop();
    },
  };
}

function tokensOf(): Pick<BenchCluster, 'adminTokens' | 'userToken'> {
  const admins = createTokens([secret('admin')], 'admin');
  const users = createTokens([secret('user')], 'user');
  const sign = (tokens: typeof admins, sub: string, jti: string, holder?: Holder): string => {
    const iat = Math.floor(Date.now() / 1000);
    return tokens.sign({ sub, token_version: 1, jti, iat, exp: iat + sessionSeconds, ...(holder && { holder }) });
  };
  const adminToken = (n: number): string => sign(admins, adminId(n), sessionId(n));
  return {
    adminTokens: [adminToken(1), ...Array.from({ length: adminCount - 1 }, (_, n) => adminToken(n + 2))],
    userToken: (n) => sign(users, userId(n), newId(), holderOf(n)),
  };
}

export async function openBenchCluster(size: Size): Promise<BenchCluster> {
  const server = await openEmbedded({ folder: clusterFolder, log: say });
  return { size, server, ...tokensOf(), stop: () => server.close() };
}

export async function openBenchService(size: Size, options: { withCopy: boolean }): Promise<BenchService> {
  const database = await openBenchDatabase(size, options);
  const served = await serve(database);
  return {
    size,
    ...tokensOf(),
    port: served.port,
    users: database.users,
    server: database.server,
    databaseUrl: database.appUrl,
    superuserUrl: database.server.url('superuser', database.name),
    get: (path, token) => ask(`http://127.0.0.1:${served.port}${path}`, token, {}),
    post: (path, token, body) => {
      const headers = { 'content-type': 'application/json' };
      return ask(`http://127.0.0.1:${served.port}${path}`, token, { method: 'POST', body, headers });
    },
    startCopy: () => serveCopy(database),
    async stop() {
      await served.stop();
      await database.close();
    },
  };
}

interface Asked {
  method?: string;
  body?: string;
  headers?: Record<string, string>;
}

async function ask(url: string, token: string, init: Asked): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, ...init.headers };
  const answer = await fetch(url, { ...init, headers });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status} ${text}`);
  return text;
}

export const getRequest = (path: string, token: string): string =>
  `GET ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n\r\n`;

import { join } from 'node:path';
import { load } from '../load.ts';
import { root, serveBytes, serveOurs } from '../processes.ts';
import { compare, type Result } from '../rounds.ts';

const admin = { email: 'bench@example.com', password: 'measured by the second hand' };
const connections = 32;
const seconds = 1.5;

async function signIn(base: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${base}/v1/admin/auth/login`, { method: 'POST', headers, body: JSON.stringify(admin) });
  const token = /svc_admin_token=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1];
  if (!token) throw new Error(`the bench admin could not sign in: ${answer.status}`);
  return token;
}

/** An admin reads its own account: token, the caller's row, one query, one reply. */
export async function me(): Promise<Result> {
  const ours = await serveOurs({
    DATA_DIR: join(root, '.data', 'bench'),
    DEMO: 'false',
    BOOTSTRAP_ADMIN_EMAIL: admin.email,
    BOOTSTRAP_ADMIN_PASSWORD: admin.password,
  });
  const base = `http://127.0.0.1:${ours.port}`;
  const authorization = `Bearer ${await signIn(base)}`;
  const body = await (await fetch(`${base}/v1/admin/admins/me`, { headers: { authorization } })).text();
  const bare = await serveBytes(body);
  const request = `GET /v1/admin/admins/me HTTP/1.1\r\nhost: bench\r\nauthorization: ${authorization}\r\n\r\n`;
  try {
    return await compare(
      () => load({ port: ours.port, request, connections, seconds }),
      () => load({ port: bare.port, request, connections, seconds }),
    );
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
  }
}

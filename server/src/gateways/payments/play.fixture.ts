import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { exportJWK, jwtVerify, SignJWT } from 'jose';

/** A server that speaks the protocols of Google which Play needs: key set, access tokens and publisher API. */

export const google = generateKeyPairSync('rsa', { modulusLength: 2048 });
const account = generateKeyPairSync('rsa', { modulusLength: 2048 });

export const packageName = 'com.example.cliffhanger';
export const pushAudience = 'https://backoffice.example/v1/subscriptions/webhook/android_store';
export const pushEmail = 'push@project.iam.gserviceaccount.com';
const serviceEmail = 'publisher@project.iam.gserviceaccount.com';

interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

export interface GoogleServer {
  readonly url: string;
  readonly serviceAccount: string;
  /** `GET path` and `POST path` of the publisher API, below the app, in order. */
  readonly calls: string[];
  /** How many access tokens were requested. */
  tokens: number;
  /** What the publisher API responds, by method and path; `startTime=*&endTime=*` stands for any time. */
  readonly replies: Map<string, Reply>;
  /** Makes access tokens that were handed out invalid. */
  revoke(): void;
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  await new Promise((resolve) => request.on('data', (chunk: Uint8Array) => chunks.push(chunk)).on('end', resolve));
  return Buffer.concat(chunks).toString();
}

export async function openGoogle(): Promise<GoogleServer> {
  let valid = 'none';
  const keys = { keys: [{ ...(await exportJWK(google.publicKey)), kid: 'google-1', alg: 'RS256', use: 'sig' }] };

  /** As Google checks an assertion (RFC 7523). */
  async function grant(request: IncomingMessage): Promise<Reply> {
    const form = new URLSearchParams(await bodyOf(request));
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return { status: 400 };
    const options = { algorithms: ['RS256'], issuer: serviceEmail, audience: `${state.url}/token`, maxTokenAge: '1h' };
    const { payload } = await jwtVerify(form.get('assertion') ?? '', account.publicKey, options);
    if (payload.scope !== 'https://www.googleapis.com/auth/androidpublisher') return { status: 400 };
    valid = `token ${++state.tokens}`;
    return { body: { access_token: valid, expires_in: 3599, token_type: 'Bearer' } };
  }

  async function respond(request: IncomingMessage): Promise<Reply> {
    const { method = '', url = '', headers } = request;
    if (url === '/certs') return { body: keys };
    if (url === '/token') return grant(request);
    if (headers.authorization !== `Bearer ${valid}`) return { status: 401, body: { error: { code: 401 } } };
    const call = `${method} ${url.replace(`/androidpublisher/v3/applications/${packageName}/`, '')}`;
    state.calls.push(call);
    const atAnyTime = call.replace(/startTime=\d+&endTime=\d+/, 'startTime=*&endTime=*');
    return state.replies.get(call) ?? state.replies.get(atAnyTime) ?? { status: 404, body: { error: { code: 404 } } };
  }

  const server = createServer((request, response) => {
    respond(request)
      .catch((): Reply => ({ status: 400, body: { error: 'invalid_grant' } }))
      .then(({ status = 200, headers, body }) => {
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const serviceAccount = JSON.stringify({
    type: 'service_account',
    client_email: serviceEmail,
    private_key: account.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    private_key_id: 'key-1',
    token_uri: `${url}/token`,
  });
  const state: GoogleServer = {
    url,
    serviceAccount,
    calls: [],
    tokens: 0,
    replies: new Map(),
    revoke() {
      valid = 'none';
    },
    async close() {
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return state;
}

export interface TokenChanges {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly alg?: string;
  readonly key?: KeyObject | Uint8Array;
  readonly kid?: string;
}

export const pushedAt = Date.parse('2026-03-01T12:00:00Z');

/** The header that Pub/Sub sends with a push. */
export async function authorization({
  claims,
  alg = 'RS256',
  key = google.privateKey,
  kid = 'google-1',
}: TokenChanges = {}) {
  const seconds = pushedAt / 1000;
  const all = {
    iss: 'https://accounts.google.com',
    aud: pushAudience,
    azp: '113774264463038321964',
    email: pushEmail,
    email_verified: true,
    sub: '113774264463038321964',
    iat: seconds,
    exp: seconds + 3600,
    ...claims,
  };
  const token = await new SignJWT(all).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(key);
  return { authorization: `Bearer ${token}` };
}

/** The body of a push. */
export const pushBody = (notification: Readonly<Record<string, unknown>>, messageId = '136969346945'): Buffer => {
  const whole = { version: '1.0', packageName, eventTimeMillis: String(pushedAt), ...notification };
  const message = {
    data: Buffer.from(JSON.stringify(whole)).toString('base64'),
    messageId,
    publishTime: '2026-03-01T12:00:01Z',
  };
  return Buffer.from(JSON.stringify({ message, subscription: 'projects/project/subscriptions/play' }));
};

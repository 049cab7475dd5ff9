import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createHttp2Server, type IncomingHttpHeaders, type ServerHttp2Session } from 'node:http2';
import { jwtVerify } from 'jose';
import type { ApnsOptions } from '../../src/gateways/push/apns.ts';
import type { FcmOptions } from '../../src/gateways/push/fcm.ts';
import { closeAfterFile } from './close-after-file.ts';

/** Servers that speak the protocols of the push services of phones, and check what these check. */

interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

type Answers = (token: string) => Answer | Promise<Answer>;
const taken = (): Answer => ({ status: 200, body: {} });

const portOf = (address: ReturnType<ReturnType<typeof createServer>['address']>): number =>
  typeof address === 'object' && address ? address.port : 0;

async function textOf(request: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

export const fcmProject = 'cliffhanger-test';
const senderEmail = `sender@${fcmProject}.iam.gserviceaccount.com`;
const account = generateKeyPairSync('rsa', { modulusLength: 2048 });

export interface FcmMessage {
  readonly token: string;
  readonly notification: Record<string, string>;
  readonly data: Record<string, string>;
  readonly android: Record<string, unknown>;
}

export interface FcmServer {
  readonly received: FcmMessage[];
  /** The access tokens that were handed out. */
  readonly tokens: string[];
  answer: Answers;
  /** How long access tokens are valid. */
  lifeS: number;
  /** Makes access tokens that were handed out invalid. */
  revoke(): void;
  readonly options: Required<FcmOptions>;
}

/** The error that FCM answers with a code of its own. */
export const fcmError = (status: number, errorCode: string, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body: {
    error: {
      code: status,
      status: 'FAILED',
      details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }],
    },
  },
});

export async function openFcm(): Promise<FcmServer> {
  const valid = new Set<string>();
  let origin = '';

  async function grant(request: IncomingMessage): Promise<Answer> {
    const form = new URLSearchParams(await textOf(request));
    const checks = { algorithms: ['RS256'], issuer: senderEmail, audience: `${origin}/token`, maxTokenAge: '1h' };
    const { payload, protectedHeader } = await jwtVerify(form.get('assertion') ?? '', account.publicKey, checks);
    const isAsked =
      form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
      payload.scope === 'https://www.googleapis.com/auth/firebase.messaging' &&
      protectedHeader.kid === 'key-1';
    if (!isAsked) return { status: 400, body: { error: 'invalid_grant' } };
    const token = randomBytes(9).toString('hex');
    valid.add(token);
    fcm.tokens.push(token);
    return { status: 200, body: { access_token: token, expires_in: fcm.lifeS, token_type: 'Bearer' } };
  }

  async function respond(request: IncomingMessage): Promise<Answer> {
    if (request.url === '/token') return grant(request);
    if (request.url !== `/v1/projects/${fcmProject}/messages:send`) return { status: 404 };
    const bearer = request.headers.authorization?.replace('Bearer ', '') ?? '';
    if (!valid.has(bearer)) return { status: 401, body: { error: { code: 401, status: 'UNAUTHENTICATED' } } };
    const { message }: { message: FcmMessage } = JSON.parse(await textOf(request));
    fcm.received.push(message);
    return fcm.answer(message.token);
  }

  const server = createServer((request, response) => {
    respond(request)
      .catch((): Answer => ({ status: 400, body: { error: 'invalid_grant' } }))
      .then(({ status, headers, body }) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body ?? {}));
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterFile(() => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()));
  origin = `http://127.0.0.1:${portOf(server.address())}`;
  const keyFile = {
    type: 'service_account',
    project_id: fcmProject,
    private_key_id: 'key-1',
    private_key: account.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    client_email: senderEmail,
    token_uri: `${origin}/token`,
  };
  const fcm: FcmServer = {
    received: [],
    tokens: [],
    answer: taken,
    lifeS: 3600,
    revoke: () => valid.clear(),
    options: { serviceAccount: JSON.stringify(keyFile), baseUrl: origin },
  };
  return fcm;
}

export interface ApnsRequest {
  readonly token: string;
  readonly headers: IncomingHttpHeaders;
  readonly payload: Record<string, unknown>;
}

export interface ApnsServer {
  readonly received: ApnsRequest[];
  /** The provider tokens that were used. */
  readonly tokens: Set<string>;
  /** The open connections. */
  readonly sessions: Set<ServerHttp2Session>;
  answer: Answers;
  readonly options: ApnsOptions;
}

/** The time in the process, which a test may move. */
const nowS = () => Math.floor(Date.now() / 1000);
const oldestTokenS = 3600;

export async function openApns(): Promise<ApnsServer> {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const [keyId, teamId, topic] = ['ABC123DEFG', 'DEF123GHIJ', 'com.example.cliffhanger'];

  /** The reason to refuse a provider token, if any. */
  async function refusalOf(bearer: string): Promise<string | undefined> {
    try {
      const checks = { algorithms: ['ES256'], issuer: teamId };
      const { payload, protectedHeader } = await jwtVerify(bearer, key.publicKey, checks);
      apns.tokens.add(bearer);
      if (protectedHeader.kid !== keyId) return 'InvalidProviderToken';
      return nowS() - (payload.iat ?? 0) > oldestTokenS ? 'ExpiredProviderToken' : undefined;
    } catch {
      return 'InvalidProviderToken';
    }
  }

  async function respond(headers: IncomingHttpHeaders, body: string): Promise<Answer> {
    const [, token = ''] = /^\/3\/device\/([\da-f]{64,200})$/.exec(headers[':path'] ?? '') ?? [];
    if (headers[':method'] !== 'POST' || token === '') return { status: 400, body: { reason: 'BadDeviceToken' } };
    const refusal = await refusalOf(String(headers.authorization).replace(/^bearer /, ''));
    if (refusal !== undefined) return { status: 403, body: { reason: refusal } };
    if (headers['apns-topic'] !== topic) return { status: 400, body: { reason: 'TopicDisallowed' } };
    const payload: Record<string, unknown> = JSON.parse(body);
    apns.received.push({ token, headers, payload });
    return apns.answer(token);
  }

  const server = createHttp2Server();
  server.on('session', (session) => {
    apns.sessions.add(session);
    session.on('close', () => apns.sessions.delete(session));
  });
  server.on('stream', (stream, headers) => {
    const answer = async (): Promise<void> => {
      const { status, headers: more, body } = await respond(headers, await textOf(stream));
      stream.respond({ ':status': status, ...more });
      stream.end(status === 200 ? '' : JSON.stringify(body ?? {}));
    };
    stream.on('error', () => undefined);
    answer().catch(() => stream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const apns: ApnsServer = {
    received: [],
    tokens: new Set(),
    sessions: new Set(),
    answer: taken,
    options: {
      keyId,
      teamId,
      topic,
      privateKey: key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      origin: `http://127.0.0.1:${portOf(server.address())}`,
    },
  };
  closeAfterFile(() => {
    for (const session of apns.sessions) session.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return apns;
}

/** A token as a phone registers it. */
export const phoneToken = (): string => randomBytes(32).toString('hex');

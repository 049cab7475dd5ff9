import type { KeyObject } from 'node:crypto';
import { type ClientHttp2Session, connect, constants, type OutgoingHttpHeaders } from 'node:http2';
import { SignJWT } from 'jose';
import { Type } from 'typebox';
import { parseOrUndefined } from '../../kit/http/validate.ts';
import { readP256Key } from '../p256-key.ts';
import {
  maxAnswerBytes,
  type Phone,
  type PushAnswer,
  type PushChannel,
  type PushMessage,
  requestMs,
  retryAnswer,
} from './channel.ts';

/** Apple Push Notification service, over HTTP/2 with provider tokens. */

export interface ApnsOptions {
  readonly keyId: string;
  readonly teamId: string;
  /** The key: the content of the `.p8` file, or only its base64. */
  readonly privateKey: string;
  /** The bundle ID of the app. */
  readonly topic: string;
  readonly origin: string;
}

export const apnsOrigins = {
  production: 'https://api.push.apple.com',
  sandbox: 'https://api.sandbox.push.apple.com',
} as const;

/** A token is refused after an hour, and may not be replaced more often than every 20 minutes. */
const tokenMs = 50 * 60_000;
const shortestTokenMs = 20 * 60_000;
const idleMs = 5 * 60_000;
/** Requests that the service has not processed are repeated at once, so many times. */
const maxRefusals = 2;

const readFailure = parseOrUndefined(
  Type.Object({ reason: Type.Optional(Type.String()), timestamp: Type.Optional(Type.Number()) }),
);

function failureOf(text: string) {
  try {
    return readFailure(JSON.parse(text)) ?? {};
  } catch {
    return {};
  }
}

function createProviderToken({ keyId, teamId }: ApnsOptions, privateKey: KeyObject) {
  let issuedAt = 0;
  // A promise, so that requests at the same moment share one token.
  let token: Promise<string> | undefined;
  return (renew: boolean): Promise<string> => {
    const age = Date.now() - issuedAt;
    if (token && age < (renew ? shortestTokenMs : tokenMs)) return token;
    issuedAt = Date.now();
    token = new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setIssuedAt()
      .sign(privateKey);
    return token;
  };
}

/** One connection, opened at the first request and again after it was closed. */
function createConnection(origin: string) {
  let current: { readonly session: ClientHttp2Session; readonly ready: Promise<void> } | undefined;
  const open = () => {
    const session = connect(origin);
    // Until the settings of the service are known, it may refuse concurrent requests.
    const ready = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => session.destroy(new Error('no connection')), requestMs);
      session.once('remoteSettings', () => {
        clearTimeout(timer);
        resolve();
      });
      session.on('error', reject);
      session.on('close', () => {
        clearTimeout(timer);
        reject(new Error('the connection was closed'));
      });
    });
    ready.catch(() => undefined);
    session.setTimeout(idleMs, () => session.close());
    session.on('goaway', () => drop(session));
    session.on('close', () => drop(session));
    return { session, ready };
  };
  /** The next request opens another connection. */
  const drop = (session: ClientHttp2Session): void => {
    if (current?.session === session) current = undefined;
    session.close();
  };
  return {
    drop,
    async session(): Promise<ClientHttp2Session> {
      current ??= open();
      const { session, ready } = current;
      await ready;
      return session;
    },
    close(): void {
      current?.session.destroy();
      current = undefined;
    },
  };
}

/** Without a status there was no response; `isRefused`: the request was not processed. */
interface Exchange {
  readonly status?: number;
  readonly retryAfter?: string | undefined;
  readonly text: string;
  readonly isRefused: boolean;
}

function exchange(session: ClientHttp2Session, headers: OutgoingHttpHeaders, body: string): Promise<Exchange> {
  return new Promise((resolve) => {
    const stream = session.request(headers, { signal: AbortSignal.timeout(requestMs) });
    let response: { status: number; retryAfter: string | undefined } | undefined;
    let text = '';
    stream.setEncoding('utf8');
    stream.on('response', (given) => {
      response = { status: given[':status'] ?? 0, retryAfter: given['retry-after'] };
    });
    stream.on('data', (chunk: string) => {
      text += chunk;
      if (text.length > maxAnswerBytes) stream.close(constants.NGHTTP2_CANCEL);
    });
    // It is closed afterwards.
    stream.on('error', () => undefined);
    stream.on('close', () =>
      resolve({ ...response, text, isRefused: stream.rstCode === constants.NGHTTP2_REFUSED_STREAM }),
    );
    stream.end(body);
  });
}

function payloadOf({ content: { title, body, ...fields } }: PushMessage): string {
  // An extension of the app loads the picture before the message is shown.
  const aps = {
    alert: { title, body },
    sound: 'default',
    ...(fields.picture !== undefined && { 'mutable-content': 1 }),
  };
  return JSON.stringify({ aps, ...fields });
}

function answerOf(status: number, retryAfter: string | undefined, text: string): PushAnswer {
  if (status === 200) return { outcome: 'delivered', status };
  if (status === 410) {
    const { timestamp } = failureOf(text);
    return { outcome: 'gone', status, ...(timestamp !== undefined && { goneAt: new Date(timestamp) }) };
  }
  return status === 429 || status >= 500 ? retryAnswer(status, retryAfter) : { outcome: 'rejected', status };
}

export function createApns(options: ApnsOptions): PushChannel<Phone> {
  const { topic: bundleId, origin } = options;
  const privateKey = readP256Key(options.privateKey);
  if (!privateKey) throw new Error('the key of APNs is not a P-256 key');
  const providerToken = createProviderToken(options, privateKey);
  const connection = createConnection(origin);

  async function post(device: Phone, message: PushMessage, renew: boolean, refusals: number): Promise<PushAnswer> {
    const session = await connection.session();
    const headers = {
      ':method': 'POST',
      ':path': `/3/device/${device.endpoint}`,
      authorization: `bearer ${await providerToken(renew)}`,
      'apns-topic': bundleId,
      'apns-push-type': 'alert',
      'apns-priority': message.isUrgent ? '10' : '5',
      'apns-collapse-id': message.topic,
      'apns-expiration': String(Math.floor(Date.now() / 1000) + message.ttlS),
    };
    const { status, retryAfter, text, isRefused } =
      session.closed || session.destroyed
        ? { isRefused: true, text: '' }
        : await exchange(session, headers, payloadOf(message));
    if (status !== undefined) {
      const isStale = status === 403 && failureOf(text).reason === 'ExpiredProviderToken' && !renew;
      return isStale ? post(device, message, true, refusals) : answerOf(status, retryAfter, text);
    }
    if (!isRefused) connection.drop(session);
    return isRefused && refusals < maxRefusals
      ? post(device, message, renew, refusals + 1)
      : { outcome: 'retry', status: null };
  }

  return {
    async send(device, message) {
      try {
        return await post(device, message, false, 0);
      } catch {
        return { outcome: 'retry', status: null };
      }
    },
    close() {
      connection.close();
    },
  };
}

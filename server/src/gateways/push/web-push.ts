import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivateAddress } from '../../kit/network.ts';
import { encrypt, isPublicKey, type SubscriptionKeys } from './encrypt.ts';
import { createVapid, type VapidOptions } from './vapid.ts';

/**
 * Sends pushes to the services that browsers have subscribed with. Their addresses come from users, so none that leads into
 * a private network is called, whatever its name resolves to at that moment, and no redirect is followed.
 */

export interface PushSubscription extends SubscriptionKeys {
  readonly endpoint: string;
}

export interface PushMessage {
  readonly payload: string;
  /** A message that waits at the push service is replaced by the next with the same topic. */
  readonly topic: string;
  readonly ttlS: number;
  readonly isUrgent: boolean;
}

/** What a push service made of a message; `logged` where there is none to send to. */
export interface PushAnswer {
  readonly outcome: 'delivered' | 'logged' | 'gone' | 'rejected' | 'retry';
  readonly status: number | null;
  readonly retryAfterMs?: number;
}

export type PushMode = 'web_push' | 'log' | 'off';

export interface PushService {
  readonly mode: PushMode;
  /** What browsers subscribe with; null where nothing is sent. */
  readonly publicKey: string | null;
  /** What is wrong with a subscription; undefined where nothing is. */
  faultOf(subscription: PushSubscription): { readonly path: string; readonly message: string } | undefined;
  send(subscription: PushSubscription, message: PushMessage): Promise<PushAnswer>;
  close(): void;
}

export interface PushOptions {
  readonly vapid: VapidOptions | undefined;
  /** Services in a private network that may be called nevertheless, also without TLS. */
  readonly privateOrigins: readonly string[];
  /** Without keys: whether pushes are written to the log, or not sent at all. */
  readonly isLogged: boolean;
  readonly log?: (fields: object, message: string) => void;
}

const requestMs = 10_000;
const socketsAtOnce = 100;

const isPrivateHost = (host: string): boolean =>
  isIP(host) > 0
    ? isPrivateAddress(host)
    : !host.includes('.') || /\.(?:local|localhost|internal|home|lan)$/.test(host);

/** Resolves a name, and refuses an address of a private network: the one that is connected to is the one looked at. */
const publicLookup: LookupFunction = (host, options, done) =>
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const found = addresses?.find(({ address }) => !isPrivateAddress(address));
    const isHidden = !error && (!found || addresses.some(({ address }) => isPrivateAddress(address)));
    const fault = isHidden ? new Error(`${host} has no public address`) : error;
    if (fault || !found) done(fault, '', 0);
    else if (options.all) done(null, addresses);
    else done(null, found.address, found.family);
  });

function endpointFault(endpoint: string, privateOrigins: readonly string[]): string | undefined {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url?.username !== '' || url.password !== '') return 'must be the address of a push service';
  if (privateOrigins.includes(url.origin)) return undefined;
  if (url.protocol !== 'https:') return 'must begin with https://';
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return isPrivateHost(host) ? 'must not lead into a private network' : undefined;
}

/** In seconds, or a moment. */
function retryAfterMs(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

function answerOf(status: number, retryAfter: string | undefined): PushAnswer {
  if (status >= 200 && status < 300) return { outcome: 'delivered', status };
  if (status === 404 || status === 410) return { outcome: 'gone', status };
  if (status !== 429 && status < 500) return { outcome: 'rejected', status };
  const pause = retryAfterMs(retryAfter);
  return { outcome: 'retry', status, ...(pause !== undefined && { retryAfterMs: pause }) };
}

interface Call {
  readonly url: URL;
  readonly headers: http.OutgoingHttpHeaders;
  readonly body: Buffer;
  readonly isPrivate: boolean;
}

function post(call: Call, agents: Agents): Promise<PushAnswer> {
  const { url, headers, body, isPrivate } = call;
  const isPlain = url.protocol === 'http:';
  const options = {
    method: 'POST',
    headers: { ...headers, 'content-length': body.length },
    signal: AbortSignal.timeout(requestMs),
    ...(!isPrivate && { lookup: publicLookup }),
  };
  return new Promise((resolve) => {
    const answer = (response: http.IncomingMessage) => {
      response.resume();
      resolve(answerOf(response.statusCode ?? 0, response.headers['retry-after']));
    };
    const request = isPlain
      ? http.request(url, { ...options, agent: agents.http }, answer)
      : https.request(url, { ...options, agent: agents.https }, answer);
    request.on('error', (error) => {
      // A connection that was kept open and closed by the other side just now: the next is a new one.
      const isStale = request.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
      resolve(isStale ? post(call, agents) : { outcome: 'retry', status: null });
    });
    request.end(body);
  });
}

interface Agents {
  readonly http: http.Agent;
  readonly https: https.Agent;
}

export function openPushService({ vapid, privateOrigins, isLogged, log }: PushOptions): PushService {
  const signer = vapid && createVapid(vapid);
  const connections = { keepAlive: true, maxSockets: socketsAtOnce, maxFreeSockets: socketsAtOnce };
  const agents: Agents = { http: new http.Agent(connections), https: new https.Agent(connections) };
  return {
    mode: signer ? 'web_push' : isLogged ? 'log' : 'off',
    publicKey: signer?.publicKey ?? null,
    faultOf({ endpoint, p256dh }) {
      const message = endpointFault(endpoint, privateOrigins);
      if (message !== undefined) return { path: 'subscription.endpoint', message };
      return isPublicKey(p256dh)
        ? undefined
        : { path: 'subscription.keys.p256dh', message: 'must be a public key of the curve P-256' };
    },
    async send(subscription, { payload, topic, ttlS, isUrgent }) {
      const url = new URL(subscription.endpoint);
      if (!signer) {
        log?.({ topic, host: url.hostname }, 'a push is written to the log alone');
        return { outcome: 'logged', status: null };
      }
      // Asked again: what may be called can have changed since it was registered.
      if (endpointFault(subscription.endpoint, privateOrigins)) return { outcome: 'rejected', status: null };
      const headers = {
        authorization: signer.authorizationFor(url.origin),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(ttlS),
        topic,
        urgency: isUrgent ? 'high' : 'normal',
      };
      const body = encrypt(Buffer.from(payload), subscription);
      return post({ url, headers, body, isPrivate: privateOrigins.includes(url.origin) }, agents);
    },
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivateAddress } from '../../kit/network.ts';
import {
  maxAnswerBytes,
  type PushAnswer,
  type PushChannel,
  requestMs,
  retryAnswer,
  type WebDevice,
} from './channel.ts';
import { encrypt } from './encrypt.ts';
import { createVapid, type VapidOptions } from './vapid.ts';

/**
 * Sends Web Push messages. Endpoints come from users, so private addresses are refused at the time of connection, whatever
 * a name resolves to, and redirects are not followed.
 */

type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface WebPushOptions {
  readonly vapid: VapidOptions;
  /** Private services that are allowed, also without TLS. */
  readonly privateOrigins: readonly string[];
  /** `dns.lookup` by default. */
  readonly resolve?: Resolve | undefined;
}

/** At least the number of concurrent messages, because waiting for a connection counts towards the timeout. */
const socketsAtOnce = 500;

const isPrivateHost = (host: string): boolean =>
  isIP(host) > 0
    ? isPrivateAddress(host)
    : !host.includes('.') || /\.(?:local|localhost|internal|home|lan)$/.test(host);

class PrivateAddress extends Error {}

/** A lookup that refuses private addresses; the connection uses the address that was checked. */
const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      const isPrivate = !error && (!first || addresses.some(({ address }) => isPrivateAddress(address)));
      const fault = isPrivate ? new PrivateAddress(`${host} has no public address`) : error;
      if (fault || !first) done(fault, '', 0);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });

/** The fault of the address of a subscription, if any. */
export function endpointFault(endpoint: string, privateOrigins: readonly string[]): string | undefined {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url?.username !== '' || url.password !== '') return 'must be the address of a push service';
  if (privateOrigins.includes(url.origin)) return undefined;
  if (url.protocol !== 'https:') return 'must begin with https://';
  // Push services use the default port, and other ports would allow port scans.
  if (url.port !== '') return 'must not name a port';
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return isPrivateHost(host) ? 'must not lead into a private network' : undefined;
}

function answerOf(status: number, retryAfter: string | undefined): PushAnswer {
  if (status >= 200 && status < 300) return { outcome: 'delivered', status };
  if (status === 404 || status === 410) return { outcome: 'gone', status };
  if (status !== 429 && status < 500) return { outcome: 'rejected', status };
  return retryAnswer(status, retryAfter);
}

interface Call {
  readonly url: URL;
  readonly headers: http.OutgoingHttpHeaders;
  readonly body: Buffer;
  /** Undefined for allowed private origins. */
  readonly lookup: LookupFunction | undefined;
}

function post(call: Call, agents: Agents): Promise<PushAnswer> {
  const { url, headers, body, lookup: look } = call;
  const isPlain = url.protocol === 'http:';
  const options = {
    method: 'POST',
    headers: { ...headers, 'content-length': body.length },
    signal: AbortSignal.timeout(requestMs),
    ...(look && { lookup: look }),
  };
  return new Promise((resolve) => {
    let isAnswered = false;
    const answer = (response: http.IncomingMessage) => {
      isAnswered = true;
      let left = maxAnswerBytes;
      response.on('data', (chunk: Buffer) => {
        left -= chunk.length;
        if (left < 0) response.destroy();
      });
      resolve(answerOf(response.statusCode ?? 0, response.headers['retry-after']));
    };
    const request = isPlain
      ? http.request(url, { ...options, agent: agents.http }, answer)
      : https.request(url, { ...options, agent: agents.https }, answer);
    request.on('error', (error) => {
      // After the status was read, the message is sent; another attempt would send it twice.
      if (isAnswered) return;
      if (error instanceof PrivateAddress) return resolve({ outcome: 'rejected', status: null });
      // The service closed a kept-alive connection; a new one is used.
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

export interface WebPush extends PushChannel<WebDevice> {
  /** The `applicationServerKey`. */
  readonly publicKey: string;
}

export function createWebPush({ vapid, privateOrigins, resolve = lookup }: WebPushOptions): WebPush {
  const ownLookup = publicLookup(resolve);
  const signer = createVapid(vapid);
  const connections = { keepAlive: true, maxSockets: socketsAtOnce, maxFreeSockets: socketsAtOnce };
  const agents: Agents = { http: new http.Agent(connections), https: new https.Agent(connections) };
  return {
    publicKey: signer.publicKey,
    async send(device, { content, topic, ttlS, isUrgent }) {
      const url = new URL(device.endpoint);
      // Checked again, because the allowed origins may have changed since the registration.
      if (endpointFault(device.endpoint, privateOrigins)) return { outcome: 'rejected', status: null };
      const headers = {
        authorization: signer.authorizationFor(url.origin),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(ttlS),
        topic,
        urgency: isUrgent ? 'high' : 'normal',
      };
      const body = encrypt(Buffer.from(JSON.stringify(content)), device);
      const isPrivate = privateOrigins.includes(url.origin);
      return post({ url, headers, body, lookup: isPrivate ? undefined : ownLookup }, agents);
    },
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

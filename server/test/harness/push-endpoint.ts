import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { PushOptions } from '../../src/gateways/push/push-service.ts';
import type { VapidOptions } from '../../src/gateways/push/vapid.ts';
import { closeAfterFile } from './close-after-file.ts';

/** A push service of the tests' own, and devices that are subscribed with it and can read what they get. */

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface Device {
  readonly path: string;
  readonly subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  read(body: Buffer): Record<string, unknown>;
}

interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
}

export interface PushEndpoint {
  readonly origin: string;
  readonly received: Received[];
  /** What the service does: by default it takes everything. */
  answer: (path: string) => Answer | Promise<Answer>;
  device(): Device;
  /** The settings of a service that sends here. */
  readonly options: PushOptions & { readonly vapid: VapidOptions };
}

let made = 0;

export async function openPushEndpoint(): Promise<PushEndpoint> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    const answer = async (): Promise<void> => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
      const { status, headers } = await endpoint.answer(path);
      response.writeHead(status, headers).end();
    };
    request.on('end', () => void answer());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterFile(() => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const origin = `http://127.0.0.1:${port}`;
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  // One in 256 is given without the zero that it begins with.
  const privateKey = Buffer.concat([Buffer.alloc(32), ecdh.getPrivateKey()])
    .subarray(-32)
    .toString('base64url');
  const vapid = { privateKey, subject: 'mailto:push@example.com' };
  const endpoint: PushEndpoint = {
    origin,
    received,
    answer: () => ({ status: 201 }),
    device: () => deviceAt(origin),
    options: { vapid, privateOrigins: [origin], isLogged: false },
  };
  return endpoint;
}

function deviceAt(origin: string): Device {
  const path = `/send/${++made}`;
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const auth = randomBytes(16);
  const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') };
  return {
    path,
    subscription: { endpoint: `${origin}${path}`, keys },
    read(body) {
      const [salt, size] = [body.subarray(0, 16), body[20] ?? 0];
      const sender = body.subarray(21, 21 + size);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
      const shared = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32));
      const derive = (name: string, bytes: number) =>
        Buffer.from(hkdfSync('sha256', shared, salt, `Content-Encoding: ${name}\0`, bytes));
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
      decipher.setAuthTag(body.subarray(-16));
      const plain = Buffer.concat([decipher.update(body.subarray(21 + size, -16)), decipher.final()]);
      const message: Record<string, unknown> = JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
      return message;
    },
  };
}

import { createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';
import S3rver from 's3rver';
import type { BucketOptions } from '../../src/gateways/files/bucket.ts';

/**
 * Object storage for tests: s3rver, and in front of it a check of every signature, which s3rver does not do. With
 * `TEST_S3_ENDPOINT` the tests use a real service instead, with the key in `TEST_S3_KEY` and `TEST_S3_SECRET`.
 */

/** The only key that s3rver knows. */
const key = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const region = 'us-east-1';

interface S3Server {
  readonly endpoint: string;
  /** What was answered, such as `PUT /bucket/key 200`. */
  readonly answers: string[];
  close(): Promise<void>;
}

const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');
const hmac = (secret: Buffer | string, text: string): Buffer => createHmac('sha256', secret).update(text).digest();

/** As the documentation of the protocol describes it, and not as a client computes it. */
function signatureOf({ method, url = '', headers }: IncomingMessage, secret: string): string {
  const [, scope = '', signed = ''] =
    /Credential=[^/]+\/([^,]+), *SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? [];
  const [day = '', at = '', service = '', end = ''] = scope.split('/');
  const [path = '', query = ''] = url.split('?');
  const canonical = [
    method,
    path,
    query.split('&').sort().join('&'),
    ...signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const signer = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), at), service), end);
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  return hmac(signer, text).toString('hex');
}

function faultOf(asked: IncomingMessage, body: Buffer): string | undefined {
  const given = /Credential=([^/]+)\/\d{8}\/([^/]+)\/s3\/aws4_request,.*Signature=(\w+)/.exec(
    asked.headers.authorization ?? '',
  );
  if (!given) return 'AccessDenied';
  const [, accessKeyId, givenRegion, signature] = given;
  if (accessKeyId !== key.accessKeyId) return 'InvalidAccessKeyId';
  if (givenRegion !== region) return 'AuthorizationHeaderMalformed';
  if (signature !== signatureOf(asked, key.secretAccessKey)) return 'SignatureDoesNotMatch';
  if (sha256(body) !== asked.headers['x-amz-content-sha256']) return 'XAmzContentSHA256Mismatch';
  return undefined;
}

export async function openS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'cliffhanger-s3-'));
  const store = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory });
  const { port } = await store.run();
  const answers: string[] = [];
  const serve = async (asked: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const body = await buffer(asked);
    const fault = faultOf(asked, body);
    if (fault !== undefined) {
      answers.push(`${asked.method} ${asked.url} ${fault}`);
      const date = new Date().toUTCString();
      answer.writeHead(403, { 'content-type': 'application/xml', date }).end(`<Error><Code>${fault}</Code></Error>`);
      return;
    }
    const { method, url, headers } = asked;
    const forwarded = request({ host: '127.0.0.1', port, method, path: url, headers }, (given) => {
      answers.push(`${method} ${url} ${given.statusCode}`);
      answer.writeHead(given.statusCode ?? 500, given.headers);
      given.pipe(answer);
    });
    answer.on('close', () => forwarded.destroy());
    forwarded.on('error', () => answer.destroy());
    forwarded.end(body);
  };
  const front = createServer((asked, answer) => void serve(asked, answer).catch(() => answer.destroy()));
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const address = front.address();
  return {
    endpoint: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    answers,
    async close() {
      front.closeAllConnections();
      front.close();
      await store.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A new bucket. */
export async function makeBucket(endpoint: string): Promise<BucketOptions> {
  const { TEST_S3_KEY: accessKeyId, TEST_S3_SECRET: secretAccessKey } = process.env;
  const keys = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : key;
  const bucket = `tests-${randomBytes(8).toString('hex')}`;
  const signer = new AwsV4Signer({
    method: 'PUT',
    url: `${endpoint}/${bucket}`,
    service: 's3',
    region,
    ...keys,
    headers: { 'x-amz-content-sha256': sha256('') },
  });
  const { url, headers } = await signer.sign();
  const made = await fetch(url, { method: 'PUT', headers });
  if (!made.ok) throw new Error(`the bucket could not be made: ${made.status} ${await made.text()}`);
  return { bucket, endpoint, region, ...keys };
}

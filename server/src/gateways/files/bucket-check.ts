import { randomBytes } from 'node:crypto';
import { type Bucket, BucketFault, type BucketOptions } from './bucket.ts';

/** Tries at start what the service will do with a bucket, and says in one sentence what does not work. */
export async function checkBucket(bucket: Bucket): Promise<void> {
  const key = `check/${randomBytes(12).toString('base64url')}`;
  const text = Buffer.from('Cliffhanger checks at start that it can use this bucket.\n');
  const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['list', () => bucket.list('check/', { 'max-keys': '1' })],
    ['write', () => bucket.put(key, text)],
    ['read', () => bucket.read(key)],
    ['copy', () => bucket.copy(key, `${key}.copy`)],
    ['delete', () => Promise.all([bucket.delete(key), bucket.delete(`${key}.copy`)])],
  ];
  for (const [verb, step] of steps) {
    await step().catch((error: unknown) => {
      throw new Error(sentenceOf(error, verb, bucket.options), { cause: error });
    });
  }
}

const networkReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection is refused',
  ENOTFOUND: 'its name is unknown',
  EAI_AGAIN: 'its name could not be resolved',
  ETIMEDOUT: 'it does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  ECONNRESET: 'the connection is closed',
  UND_ERR_SOCKET: 'the connection is closed',
};

const regionCodes = ['AuthorizationHeaderMalformed', 'PermanentRedirect', 'IllegalLocationConstraintException'];

function sentenceOf(error: unknown, verb: string, { bucket, endpoint, region }: BucketOptions): string {
  if (!(error instanceof BucketFault)) return `STORAGE_URL: the bucket ${bucket} cannot be used: ${String(error)}`;
  const { code, status, date } = error;
  if (status === 0) return `STORAGE_URL: ${endpoint} cannot be reached: ${networkReasons[code] ?? code}.`;
  if (regionCodes.includes(code)) return `STORAGE_URL: ${region} is not the region of the bucket ${bucket}.`;
  switch (code) {
    case 'NoSuchBucket':
      return `STORAGE_URL: the bucket ${bucket} does not exist at ${endpoint}.`;
    case 'InvalidBucketName':
      return `STORAGE_URL: ${bucket} is not a valid name of a bucket.`;
    case 'InvalidAccessKeyId':
      return `STORAGE_ACCESS_KEY_ID: ${endpoint} does not know this key.`;
    case 'SignatureDoesNotMatch':
      return 'STORAGE_SECRET_ACCESS_KEY is not the secret of the key in STORAGE_ACCESS_KEY_ID.';
    case 'RequestTimeTooSkewed':
      return `The clock of this machine is ${differenceTo(date)} that of ${endpoint}; object storage accepts a few minutes.`;
    case 'AccessDenied':
      return `STORAGE_ACCESS_KEY_ID: the key is not allowed to ${verb} objects of the bucket ${bucket}.`;
    default:
      return `STORAGE_URL: ${endpoint} cannot ${verb} objects of the bucket ${bucket}: ${code} (status ${status}).`;
  }
}

function differenceTo(date: Date | undefined): string {
  if (!date) return 'far from';
  const minutes = Math.round((Date.now() - date.getTime()) / 60_000);
  return `${Math.abs(minutes)} minutes ${minutes < 0 ? 'behind' : 'ahead of'}`;
}

import type { BucketOptions } from '../../src/gateways/files/bucket.ts';
import { closeAfterFile } from './close-after-file.ts';
import { makeBucket, openS3Server } from './s3-server.ts';

/** Whether this run stores files in object storage. */
export const isObjectStorage = process.env.TEST_STORAGE === 's3';

/** Where the files of a test file are stored: a bucket of its own, or undefined for the disk. */
export async function openTestBucket(): Promise<BucketOptions | undefined> {
  if (!isObjectStorage) return undefined;
  const { TEST_S3_ENDPOINT: endpoint } = process.env;
  if (endpoint) return makeBucket(endpoint);
  const server = await openS3Server();
  closeAfterFile(() => server.close());
  return makeBucket(server.endpoint);
}

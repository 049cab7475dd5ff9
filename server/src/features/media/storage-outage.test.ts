import { expect, it } from 'vitest';
import { formOf } from '../../../test/harness/form.ts';
import { plainPng } from '../../../test/harness/png.ts';
import { openMediaWorld } from './media-world.fixture.ts';

/** Object storage that cannot be reached while the service runs: nothing listens there. */

const bucket = { bucket: 'films', endpoint: 'http://127.0.0.1:1', region: 'us-east-1' };
const { world, editor } = await openMediaWorld({
  bucket: { ...bucket, accessKeyId: 'key', secretAccessKey: 'secret' },
});

it('An outage of object storage is reported in readiness, and uploads are refused until it is over', async () => {
  const ready = await world.app.inject('/readyz');
  expect([ready.statusCode, ready.json<{ files: object }>().files]).toEqual([
    200,
    expect.objectContaining({ storage: 'unreachable', folder: 'unknown', takesUploads: false }),
  ]);
  const bytes = plainPng({ width: 20, height: 20, bitsPerPixel: 1 });
  const { payload, contentType } = formOf({ kind: 'poster' }, { name: 'a.png', bytes });
  const refused = await fetch(`${world.site.ownUrl()}/v1/admin/media/uploads/image`, {
    method: 'POST',
    headers: { authorization: `Bearer ${editor.token}`, 'content-type': contentType },
    body: new Uint8Array(payload),
  });
  expect([refused.status, await refused.json()]).toEqual([503, { statusCode: 503, error: 'unavailable' }]);
});

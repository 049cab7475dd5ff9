import { expect } from 'vitest';
import { type AdminActor, anonymous, makeAdminActor } from '../../../test/harness/actor.ts';
import { clipOf } from '../../../test/harness/clips.ts';
import { listen } from '../../../test/harness/tus.ts';
import { openWorld } from '../../../test/harness/world.ts';
import type { MediaOptions } from '../../gateways/media.ts';
import { deliveriesOf } from '../../jobs.ts';
import { newId } from '../../kit/id.ts';
import { drainOutbox } from '../../kit/outbox.ts';
import { signMessage } from '../../kit/webhooks.ts';

export interface AssetBody {
  id: string;
  status: string;
  error: string | null;
  url: string | null;
  uploadUrl: string | null;
  playbackId: string | null;
  attempts: number;
  allowed: string[];
  [field: string]: unknown;
}

/** The name under which an image or captions are stored, as their address says. */
export const storedNameOf = ({ url }: Pick<AssetBody, 'url'>): string =>
  new URL(url ?? '').pathname.split('/').at(-1) ?? '';

interface Begun {
  assetId: string;
  uploadUrl: string;
  providerId: string;
  error: string;
  maxBytes: number;
}

interface EventOptions {
  id?: string;
  sentAt?: Date;
  secret?: string[];
}

/** A service that listens, a content manager, and what both need for media. */
export async function openMediaWorld(media: Partial<MediaOptions> = {}, template?: string) {
  const world = await openWorld({}, media, template);
  await listen(world);
  const editor: AdminActor = await makeAdminActor(world, 'content_manager');
  const clip = await clipOf('mp4');
  const assetOf = async (id: string) => (await editor.get<AssetBody>(`/admin/media/assets/${id}`)).body;
  return {
    world,
    editor,
    clip,
    assetOf,
    direct: (body: object = {}) =>
      editor.post<Begun>('/admin/media/uploads/direct', {
        kind: 'video',
        sizeBytes: clip.length,
        meta: { sourceFileName: 'a.mp4' },
        ...body,
      }),
    async settled(id: string, status: string) {
      await expect.poll(async () => (await assetOf(id)).status, { timeout: 45_000 }).toBe(status);
    },
    /** Says something as the provider would. */
    sendEvent(event: object, options: EventOptions = {}) {
      const body = Buffer.from(JSON.stringify(event));
      const { id = newId(), sentAt = new Date(), secret = world.config.secrets.mediaWebhook } = options;
      const headers = signMessage(secret, { id, sentAt }, body);
      return anonymous(world).call('POST', '/v1/admin/media/webhook/video-stream', event, { headers });
    },
    deliver: () => drainOutbox(world.database, deliveriesOf(world.media, world.push, world.database)),
    image: (bytes: Buffer, kind = 'thumb') =>
      editor.upload<AssetBody>('/admin/media/uploads/image', { kind }, { name: 'picture.jpg', bytes }),
  };
}

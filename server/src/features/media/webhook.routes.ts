import type { Endpoint } from '../../kit/http/endpoint.ts';
import { openEndpoint } from '../../kit/http/endpoints.ts';
import { rawBody } from '../../kit/http/schema.ts';
import { invalidSignature, mustBeFresh } from '../../kit/webhooks.ts';
import { receive } from '../system/public.ts';
import type { MediaGateways } from './gateways.ts';
import { mediaSource } from './public.ts';
import { MediaEvent } from './schema.ts';

const maxBytes = 1024 * 1024;

export const mediaWebhookRoutes = ({ video }: Pick<MediaGateways, 'video'>): Endpoint[] => [
  openEndpoint({
    method: 'POST',
    url: '/admin/media/webhook/video-stream',
    may: 'anyone',
    status: 204,
    rate: 'webhook',
    raw: true,
    bodyLimit: maxBytes,
    audited: false,
    summary: 'Take in what the video provider tells',
    description:
      'Signed as Standard Webhooks say: `webhook-id`, `webhook-timestamp`, `webhook-signature`. A repeated id does nothing and is answered like the first; an event about an unknown providerId waits in the inbox.',
    body: rawBody(MediaEvent),
    errors: [invalidSignature],
    budget: 20,
    example: { body: { providerId: 'example-failed', status: 'processing' } },
    prepare: async ({ headers, body }) => video.readCallback(headers, body),
    run: async (ctx, { prepared: { message, payload } }) => {
      mustBeFresh(message, ctx.now);
      await receive(ctx, mediaSource, message.id, payload);
    },
  }),
];

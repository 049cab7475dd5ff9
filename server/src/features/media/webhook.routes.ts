import type { Endpoint } from '../../kit/http/endpoint.ts';
import { publicEndpoint } from '../../kit/http/endpoints.ts';
import { rawBody } from '../../kit/http/schema.ts';
import { invalidSignature, messageHeaders } from '../../kit/webhooks.ts';
import { type FaultLog, receive } from '../webhooks/public.ts';
import type { MediaGateways } from './gateways.ts';
import { mediaSource } from './public.ts';
import { MediaEvent } from './schema.ts';

const maxBytes = 1024 * 1024;

export const mediaWebhookRoutes = ({ video }: Pick<MediaGateways, 'video'>, log: FaultLog): Endpoint[] => [
  publicEndpoint.message({
    url: '/admin/media/webhook/video-stream',
    access: 'anyone',
    rate: 'webhook',
    raw: true,
    bodyLimit: maxBytes,
    summary: 'Take in what the video provider tells',
    description:
      'Signed as Standard Webhooks say: `webhook-id`, `webhook-timestamp`, `webhook-signature`. A repeated id does nothing and is answered like the first; an event about an unknown providerId, or one that could not be applied, waits in the inbox.',
    requiredHeaders: messageHeaders,
    body: rawBody(MediaEvent),
    errors: [invalidSignature],
    example: { body: { providerId: 'example-failed', status: 'processing' } },
    receive: async ({ database, headers, body, requestId, ip }) => {
      const { message, payload } = video.readCallback(headers, body);
      await receive(database, log, { source: mediaSource, message, payload, requestId, ip });
    },
  }),
];

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
    summary: 'Receive video provider webhooks',
    description:
      'Signed according to Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`. A repeated id has no effect and gets the first response. Events with an unknown `providerId`, and events that could not be applied, are kept in the inbox.',
    requiredHeaders: messageHeaders,
    body: rawBody(MediaEvent),
    errors: [invalidSignature],
    example: { body: { providerId: 'example-failed', status: 'processing' } },
    receive: async ({ database, headers, body, requestId, ip }) => {
      const { message, payload } = video.readCallback(headers, body);
      await receive(database, log, { source: mediaSource, message, payload, from: { requestId, ip } });
    },
  }),
];

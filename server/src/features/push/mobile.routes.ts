import { notFound } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Me, showMe, userEndpoint } from '../users/public.ts';
import { reportOpen } from './actions/opens.ts';
import { choosePushes } from './actions/subscribe.ts';
import { pushNotConfigured } from './errors.ts';
import type { PushInfo } from './gateways.ts';
import { OpenBody, PushBody, PushKey } from './schema.ts';

/** The example key of RFC 8291, section 5. */
const exampleKey = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';

export const pushMobileRoutes = (push: PushInfo): Endpoint[] => [
  userEndpoint({
    method: 'GET',
    url: '/push/key',
    access: 'signed_in',
    summary: 'Read the public key for push subscriptions',
    description: 'The `applicationServerKey` for browsers (VAPID, RFC 8292); null if browsers get no pushes.',
    reply: PushKey,
    example: {},
    run: async () => ({ publicKey: push.publicKey }),
  }),
  userEndpoint({
    method: 'PUT',
    url: '/me/push',
    access: 'signed_in',
    summary: 'Update one’s own push settings',
    description:
      'Omitted categories are unchanged. `subscription` registers a device: a Web Push subscription from the browser, whose endpoint must be a public https URL, or `{ kind, token }` of a phone. A device of another user moves to the caller; `null` removes all devices of the caller. Returns the whole account.',
    body: PushBody,
    ifMatch: true,
    reply: Me,
    errors: [notFound, pushNotConfigured],
    example: {
      body: {
        prefs: { drops: true, marketing: false },
        subscription: {
          endpoint: 'https://push.example.com/send/abc',
          keys: { p256dh: exampleKey, auth: 'BTBZMqHH6r4Tts7J_aSIgg' },
        },
      },
    },
    run: async (ctx, { body }) => showMe(await choosePushes(ctx, body, push), ctx.now),
  }),
  userEndpoint({
    method: 'POST',
    url: '/me/push/opens',
    access: 'signed_in',
    status: 204,
    summary: 'Report that a push was opened',
    description:
      'Call it when the user opens a notification, with its `message`. Several reports of a campaign count once; 404 for messages of others and after 90 days.',
    body: OpenBody,
    errors: [notFound],
    example: { body: { message: '01930000-0000-7000-8000-0000000000e6' } },
    run: (ctx, { body: { message } }) => reportOpen(ctx, message),
  }),
];

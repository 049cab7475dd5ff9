import { invalidTransition, notFound } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { zoneOf } from '../../kit/market-time.ts';
import { byNewest } from '../../kit/page.ts';
import { adminEndpoint } from '../access/public.ts';
import {
  audienceOf,
  cancelCampaign,
  createCampaign,
  editCampaign,
  sendCampaign,
  testCampaign,
} from './actions/campaigns.ts';
import { editSettings } from './actions/settings.ts';
import { pushNotConfigured, pushStopped } from './errors.ts';
import type { PushInfo } from './gateways.ts';
import { listMessages } from './messages.sql.ts';
import {
  AudienceBody,
  AudienceCount,
  Campaign,
  CreateCampaignBody,
  campaignQuery,
  Message,
  messageQuery,
  Settings,
  SettingsBody,
  showCampaign,
  showMessage,
  showSettings,
  TestBody,
  Tested,
  UpdateCampaignBody,
} from './schema.ts';
import { findSettings } from './settings.sql.ts';
import { countAudience, findCampaign, listCampaigns } from './sql.ts';

const params = { id: Id };
const draft = { id: '01930000-0000-7000-8000-0000000000e2' };
const sent = { id: '01930000-0000-7000-8000-0000000000e3' };
const exampleUser = '01930000-0000-7000-8000-000000000011';

const readRoutes: Endpoint[] = [
  adminEndpoint.list({
    url: '/admin/push/campaigns',
    access: ['push:read'],
    summary: 'List push campaigns, newest first',
    description: '`counts` are of messages, one for each device: what is queued and has no outcome yet waits.',
    query: campaignQuery,
    item: Campaign,
    sort: byNewest('createdAt', 'c'),
    example: { query: { category: 'drops' } },
    list: (db, filters, keyset) => listCampaigns(db, filters, keyset),
    show: showCampaign,
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/push/campaigns/:id',
    access: ['push:read'],
    summary: 'Read one push campaign',
    description: '`revision` is what `If-Match` of an edit takes; `outcomes` says how its messages ended.',
    params,
    reply: Campaign,
    example: { params: sent },
    target: (db, { id }) => findCampaign(db, id),
    run: async ({ caller }, { target }) => showCampaign(target, caller),
  }),
  adminEndpoint.list({
    url: '/admin/push/campaigns/:id/messages',
    access: ['push:read'],
    summary: 'List the messages of a campaign',
    description: 'One for each device, with what became of it; kept for 90 days after the campaign has ended.',
    params,
    query: messageQuery,
    item: Message,
    sort: byNewest('createdAt', 'm'),
    example: { params: sent },
    target: (db, { id }) => findCampaign(db, id),
    list: (db, filters, keyset, { params: { id } }) => listMessages(db, { ...filters, campaignId: id }, keyset),
    show: showMessage,
  }),
  adminEndpoint.postedRead({
    url: '/admin/push/audience',
    access: ['push:read'],
    summary: 'Count whom a campaign would go to',
    description:
      'Now: people who have a device that takes pushes, want the category, and are neither suspended, banned nor deleted.',
    body: AudienceBody,
    reply: AudienceCount,
    errors: [notFound],
    example: { body: { category: 'drops', market: 'ID' } },
    run: async ({ db, now }, { body: { category, segmentId = null, market: given = null } }) => {
      const market = given?.toUpperCase() ?? null;
      const audience = await audienceOf(db, { category, market, segmentId: segmentId?.toLowerCase() ?? null });
      return { ...(await countAudience(db, audience, now)), timeZone: zoneOf(market) };
    },
  }),
];

const editingRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'POST',
    url: '/admin/push/campaigns',
    access: ['push:write'],
    status: 201,
    summary: 'Create a push campaign',
    description:
      'As a draft; English is required, and who writes a title in a language writes its text too. `sendAt` left out or null: at once, when it is sent; one that is over is refused.',
    body: CreateCampaignBody,
    reply: Campaign,
    errors: [notFound],
    example: {
      body: {
        titleI18n: { en: 'New tonight', ar: 'جديد الليلة', id: 'Baru malam ini' },
        bodyI18n: {
          en: 'The Quiet Heir, episode 12',
          ar: 'الوريث الهادئ، الحلقة ١٢',
          id: 'The Quiet Heir, episode 12',
        },
        category: 'drops',
        market: 'ID',
        sendAt: '2030-01-02T11:00:00Z',
      },
    },
    run: async (ctx, { body }) => showCampaign(await createCampaign(ctx, body), ctx.caller),
  }),
  adminEndpoint({
    method: 'PUT',
    url: '/admin/push/campaigns/:id',
    access: ['push:write'],
    summary: 'Edit a push campaign',
    description:
      'Until it begins. Fields and languages that are left out stay as they are; a new `sendAt` that is over is refused. Once it is scheduled, its audience is counted anew.',
    params,
    body: UpdateCampaignBody,
    reply: Campaign,
    errors: [invalidTransition],
    example: { params: draft, body: { bodyI18n: { en: 'The Quiet Heir is back' } } },
    target: (db, { id }) => findCampaign(db, id),
    run: async (ctx, { params: { id }, body }) => showCampaign(await editCampaign(ctx, id, body), ctx.caller),
  }),
];

const sendingRoutes = (push: PushInfo): Endpoint[] => [
  adminEndpoint({
    method: 'POST',
    url: '/admin/push/campaigns/:id/send',
    access: ['push:write'],
    summary: 'Send a push campaign',
    description:
      'At its `sendAt`, or within a minute where that is over or not set. Choices, status, the limit of the day and quiet hours are looked at again for each message at the moment it is sent. A message that waits for longer than 24 hours is not sent.',
    params,
    reply: Campaign,
    errors: [invalidTransition, pushNotConfigured],
    example: { params: draft },
    target: (db, { id }) => findCampaign(db, id),
    run: async (ctx, { params: { id } }) => showCampaign(await sendCampaign(ctx, id, push), ctx.caller),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/push/campaigns/:id/cancel',
    access: ['push:write'],
    status: 204,
    summary: 'Cancel a push campaign',
    description: 'What was sent of it before has arrived; the rest is not sent any more.',
    params,
    errors: [invalidTransition],
    example: { params: draft },
    target: (db, { id }) => findCampaign(db, id),
    run: (ctx, { params: { id } }) => cancelCampaign(ctx, id),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/push/campaigns/:id/test',
    access: ['push:write'],
    summary: 'Send a push campaign to one user',
    description:
      'To all of their devices, at once and in their language. Their choice of pushes and status count; quiet hours and the limit of the day do not.',
    params,
    body: TestBody,
    reply: Tested,
    errors: [invalidTransition, pushNotConfigured, pushStopped],
    example: { params: draft, body: { userId: exampleUser } },
    target: (db, { id }) => findCampaign(db, id),
    run: async (ctx, { params: { id }, body }) => ({ devices: await testCampaign(ctx, id, body, push) }),
  }),
];

const settingsRoutes = ({ mode }: PushInfo): Endpoint[] => [
  adminEndpoint({
    method: 'GET',
    url: '/admin/push/settings',
    access: ['push:read'],
    summary: 'Read what holds for all pushes',
    description: 'Whether they are sent at all, how many a user gets on a day, and the quiet hours of each market.',
    reply: Settings,
    example: {},
    run: async ({ db, caller }) => showSettings(await findSettings(db), mode, caller),
  }),
  adminEndpoint({
    method: 'PUT',
    url: '/admin/push/settings',
    access: ['push:write'],
    summary: 'Stop or resume all pushes, and set their limits',
    description:
      '`enabled: false` stops everything after the at most 500 messages of each process that are just being sent. What waits is sent when pushes are resumed, unless it is older than 24 hours by then. `markets` replaces the whole list.',
    body: SettingsBody,
    reply: Settings,
    example: { body: { enabled: false, reason: 'A wrong link in the campaign of today' } },
    run: async (ctx, { body }) => showSettings(await editSettings(ctx, body), mode, ctx.caller),
  }),
];

export const pushRoutes = (push: PushInfo): Endpoint[] => [
  ...readRoutes,
  ...editingRoutes,
  ...sendingRoutes(push),
  ...settingsRoutes(push),
];

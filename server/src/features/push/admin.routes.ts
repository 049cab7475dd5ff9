import type { Db } from '../../kit/db/database.ts';
import { invalidTransition, notFound } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id, parseMoment } from '../../kit/http/schema.ts';
import { zoneOf } from '../../kit/market-time.ts';
import { byNewest } from '../../kit/page.ts';
import { type Admin, adminEndpoint } from '../access/public.ts';
import { type CatalogFiles, pictureUrls } from '../catalog/public.ts';
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
import { listResults, listWaiting } from './results.sql.ts';
import { groupsOf } from './rules.ts';
import {
  AudienceBody,
  AudienceCount,
  Campaign,
  type CampaignRow,
  type CampaignWithPicture,
  CreateCampaignBody,
  campaignQuery,
  Message,
  messageQuery,
  Results,
  Settings,
  SettingsBody,
  showCampaign,
  showMessage,
  showSettings,
  TestBody,
  Tested,
  UpdateCampaignBody,
} from './schema.ts';
import { countAudience, findCampaign, findSettings, groupAudience, listCampaigns, listMessages } from './sql.ts';

type Pictures = Pick<CatalogFiles, 'findAssets'>;

const params = { id: Id };
const onCampaign = { params, target: (db: Db, { id }: { id: string }) => findCampaign(db, id) };
const draft = { id: '01930000-0000-7000-8000-0000000000e2' };
const sent = { id: '01930000-0000-7000-8000-0000000000e3' };
const exampleUser = '01930000-0000-7000-8000-000000000011';

/** Presents campaigns with the URLs of their pictures. */
async function withPictures(db: Db, files: Pictures, rows: readonly CampaignRow[]): Promise<CampaignWithPicture[]> {
  const urlOf = await pictureUrls(
    db,
    files,
    rows.map(({ pictureAssetId }) => pictureAssetId),
  );
  return rows.map((row) => ({ ...row, pictureUrl: urlOf(row.pictureAssetId) }));
}

async function show(db: Db, files: Pictures, row: CampaignRow, caller: Admin) {
  const [campaign] = await withPictures(db, files, [row]);
  return showCampaign({ ...row, pictureUrl: campaign?.pictureUrl ?? null }, caller);
}

const readRoutes = (files: Pictures): Endpoint[] => [
  adminEndpoint.list({
    url: '/admin/push/campaigns',
    access: ['push:read'],
    summary: 'List push campaigns, newest first',
    description:
      '`counts` are numbers of messages, one per device; queued messages without an outcome count as waiting.',
    query: campaignQuery,
    item: Campaign,
    sort: byNewest('createdAt', 'c'),
    example: { query: { category: 'drops' } },
    list: async (db, filters, keyset) => withPictures(db, files, await listCampaigns(db, filters, keyset)),
    show: showCampaign,
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/push/campaigns/:id',
    access: ['push:read'],
    summary: 'Read one push campaign',
    description: '`revision` is the value for `If-Match` of an edit; `outcomes` are the results of its messages.',
    ...onCampaign,
    reply: Campaign,
    example: { params: sent },
    run: async ({ db, caller }, { target }) => show(db, files, target, caller),
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/push/campaigns/:id/results',
    access: ['push:read'],
    summary: 'Read the results of a campaign',
    description:
      'Users by market and language: who got it, opened it, and started or unlocked an episode after that; and who waits for the end of quiet hours.',
    ...onCampaign,
    reply: Results,
    example: { params: sent },
    run: async ({ db, now }, { target: { id, finishedAt } }) => ({
      users: await listResults(db, id, finishedAt !== null),
      waiting: (await listWaiting(db, id, now)).map((row) => ({ ...row, timeZone: zoneOf(row.market) })),
    }),
  }),
  adminEndpoint.list({
    url: '/admin/push/campaigns/:id/messages',
    access: ['push:read'],
    summary: 'List the messages of a campaign',
    description: 'One per device, with its outcome; kept for 90 days after the end of the campaign.',
    ...onCampaign,
    query: messageQuery,
    item: Message,
    sort: byNewest('createdAt', 'm'),
    example: { params: sent },
    list: (db, filters, keyset, { params: { id } }) => listMessages(db, { ...filters, campaignId: id }, keyset),
    show: showMessage,
  }),
  adminEndpoint.postedRead({
    url: '/admin/push/audience',
    access: ['push:read'],
    summary: 'Count the audience of a campaign',
    description:
      'As of now: users with a registered device who have the category enabled and are not suspended, banned or deleted; by language, and who would wait for the end of quiet hours.',
    body: AudienceBody,
    reply: AudienceCount,
    errors: [notFound],
    example: { body: { category: 'drops', market: 'ID' } },
    run: async ({ db, now }, { body: { category, segmentId = null, market: given = null, sendAt = null } }) => {
      const market = given?.toUpperCase() ?? null;
      const audience = await audienceOf(db, { category, market, segmentId: segmentId?.toLowerCase() ?? null });
      const { quietHours } = await findSettings(db);
      const at = parseMoment(sendAt ?? '') ?? now;
      return {
        ...(await countAudience(db, audience, now)),
        ...groupsOf(await groupAudience(db, audience, now), quietHours, at > now ? at : now),
        timeZone: zoneOf(market),
      };
    },
  }),
];

const editingRoutes = (files: Pictures): Endpoint[] => [
  adminEndpoint({
    method: 'POST',
    url: '/admin/push/campaigns',
    access: ['push:write'],
    status: 201,
    summary: 'Create a push campaign',
    description:
      'Creates a draft. English is required, and each language with a title needs a text. Without `sendAt` it is sent immediately when triggered; a `sendAt` in the past is refused.',
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
        link: '/store',
        data: { campaign: 'quiet_heir' },
        sendAt: '2030-01-02T11:00:00Z',
      },
    },
    run: async (ctx, { body }) => show(ctx.tx, files, await createCampaign(ctx, body), ctx.caller),
  }),
  adminEndpoint({
    method: 'PUT',
    url: '/admin/push/campaigns/:id',
    access: ['push:write'],
    summary: 'Edit a push campaign',
    description:
      'Until it starts. Omitted fields and languages are unchanged; a new `sendAt` in the past is refused. The audience of a scheduled campaign is counted again.',
    ...onCampaign,
    body: UpdateCampaignBody,
    reply: Campaign,
    errors: [invalidTransition],
    example: { params: draft, body: { bodyI18n: { en: 'The Quiet Heir is back' } } },
    run: async (ctx, { params: { id }, body }) => show(ctx.tx, files, await editCampaign(ctx, id, body), ctx.caller),
  }),
];

const sendingRoutes = (push: PushInfo, files: Pictures): Endpoint[] => [
  adminEndpoint({
    method: 'POST',
    url: '/admin/push/campaigns/:id/send',
    access: ['push:write'],
    summary: 'Send a push campaign',
    description:
      'At its `sendAt`, or within a minute if that is past or not set. Preferences, status, the daily limit and quiet hours are checked for each message at the time of sending. Messages that wait longer than 24 hours are dropped.',
    ...onCampaign,
    reply: Campaign,
    errors: [invalidTransition, pushNotConfigured],
    example: { params: draft },
    run: async (ctx, { params: { id } }) => show(ctx.tx, files, await sendCampaign(ctx, id, push), ctx.caller),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/push/campaigns/:id/cancel',
    access: ['push:write'],
    status: 204,
    summary: 'Cancel a push campaign',
    description: 'Messages that were already sent are not affected; the remaining ones are dropped.',
    ...onCampaign,
    errors: [invalidTransition],
    example: { params: draft },
    run: (ctx, { params: { id } }) => cancelCampaign(ctx, id),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/push/campaigns/:id/test',
    access: ['push:write'],
    summary: 'Send a test of a push campaign to one user',
    description:
      'Sent immediately to all devices of the user, in the user’s language. Preferences and status apply; quiet hours and the daily limit do not.',
    ...onCampaign,
    body: TestBody,
    reply: Tested,
    errors: [invalidTransition, pushNotConfigured, pushStopped],
    example: { params: draft, body: { userId: exampleUser } },
    run: async (ctx, { params: { id }, body }) => ({ devices: await testCampaign(ctx, id, body, push) }),
  }),
];

const settingsRoutes = (push: PushInfo): Endpoint[] => [
  adminEndpoint({
    method: 'GET',
    url: '/admin/push/settings',
    access: ['push:read'],
    summary: 'Read the push settings',
    description: 'Whether pushes are enabled, the daily limit per user, and the quiet hours by market.',
    reply: Settings,
    example: {},
    run: async ({ db, caller }) => showSettings(await findSettings(db), push, caller),
  }),
  adminEndpoint({
    method: 'PUT',
    url: '/admin/push/settings',
    access: ['push:write'],
    summary: 'Update the push settings',
    description:
      '`enabled: false` stops all pushes, except for at most 500 messages per process that are being sent. Waiting messages are sent after resuming, unless they are older than 24 hours by then. `markets` replaces the whole list.',
    body: SettingsBody,
    reply: Settings,
    example: { body: { enabled: false, reason: 'A wrong link in the campaign of today' } },
    run: async (ctx, { body }) => showSettings(await editSettings(ctx, body), push, ctx.caller),
  }),
];

export const pushRoutes = (push: PushInfo, files: Pictures): Endpoint[] => [
  ...readRoutes(files),
  ...editingRoutes(files),
  ...sendingRoutes(push, files),
  ...settingsRoutes(push),
];

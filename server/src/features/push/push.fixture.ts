import { afterEach, expect } from 'vitest';
import { type AdminActor, makeAdminActor } from '../../../test/harness/actor.ts';
import { openApns, openFcm } from '../../../test/harness/phone-services.ts';
import { type Device, openPushEndpoint, type PushEndpoint } from '../../../test/harness/push-endpoint.ts';
import { makeViewer, type Viewer, type ViewerOptions } from '../../../test/harness/viewer.ts';
import { openWorld, type World } from '../../../test/harness/world.ts';
import { contentPortsOf } from '../../ports.ts';
import type { Outside } from './dispatch.ts';

/** Users with devices, and campaigns as an admin makes them. */

export interface Subscriber extends Viewer {
  readonly device: Device;
}

export async function makeSubscriber(
  world: World,
  endpoint: PushEndpoint,
  options: ViewerOptions & { language?: string } = {},
): Promise<Subscriber> {
  const viewer = await makeViewer(world, options);
  const device = endpoint.device();
  const { language = 'en' } = options;
  await world.database.pool.query('update users set language = $2 where id = $1', [viewer.id, language]);
  const { status, text } = await viewer.put('/v1/me/push', { subscription: device.subscription });
  expect([status, text]).toEqual([200, expect.any(String)]);
  return Object.assign(viewer, { device });
}

export interface Campaign {
  id: string;
  status: string;
  finishedAt: string | null;
  revision: number;
  audience: { users: number; devices: number } | null;
  counts: Record<string, number>;
  outcomes: { outcome: string; messages: number }[];
  allowed: string[];
}

const words = { titleI18n: { en: 'New tonight', ar: 'جديد الليلة' }, bodyI18n: { en: 'Episode 12', ar: 'الحلقة ١٢' } };

export async function makeCampaign(editor: AdminActor, given: object = {}): Promise<string> {
  const { status, body } = await editor.post<Campaign>('/admin/push/campaigns', {
    ...words,
    category: 'drops',
    ...given,
  });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body.id;
}

/** Makes a campaign and has it sent; the job does the rest. */
export async function makeSentCampaign(editor: AdminActor, given: object = {}): Promise<string> {
  const id = await makeCampaign(editor, given);
  expect((await editor.post(`/admin/push/campaigns/${id}/send`)).status).toBe(200);
  return id;
}

export const read = async (editor: AdminActor, id: string): Promise<Campaign> =>
  (await editor.get<Campaign>(`/admin/push/campaigns/${id}`)).body;

export const outcomesIn = async (editor: AdminActor, id: string): Promise<Record<string, number>> =>
  Object.fromEntries((await read(editor, id)).outcomes.map(({ outcome, messages }) => [outcome, messages]));

/** Only quiet where a test says so, and as many as one likes. */
export const noPushLimits = { dailyCap: 100, quietHours: { from: 0, to: 0, markets: {} } };

const usedMarkets = ['DE', 'FR', 'IT', 'ES', 'PT', 'NL', 'BE', 'AT', 'CH', 'DK', 'SE', 'NO', 'FI', 'PL', 'CZ', 'GR'];

/** A world whose pushes go to a push service of the tests' own; after each test all is as it was. */
export async function openDispatch() {
  const endpoint = await openPushEndpoint();
  const [fcm, apns] = [await openFcm(), await openApns()];
  const world = await openWorld({}, {}, undefined, { ...endpoint.options, fcm: fcm.options, apns: apns.options });
  const editor = await makeAdminActor(world, 'content_manager');
  await editor.put('/admin/push/settings', noPushLimits);
  const markets = [...usedMarkets];
  afterEach(async () => {
    endpoint.answer = () => ({ status: 201 });
    [fcm.answer, apns.answer] = [() => ({ status: 200 }), () => ({ status: 200 })];
    await world.clock.shift('0');
    await editor.put('/admin/push/settings', { enabled: true, ...noPushLimits }, { changesNothing: true });
  });
  return {
    endpoint,
    fcm,
    apns,
    world,
    editor,
    outside: (push: Outside['push']): Outside => ({ push, files: contentPortsOf(world.media).files }),
    dispatch: (by: World = world) => by.runner.runNow('push_dispatch'),
    /** Each test has a market of its own, so that none sends to the users of another. */
    freshMarket: (): string => markets.shift() ?? expect.unreachable(),
    subscribers: (market: string, count: number, language = 'en') =>
      Promise.all(
        Array.from({ length: count }, () => makeSubscriber(world, endpoint, { countryCode: market, language })),
      ),
    gotBy: ({ device }: Pick<Subscriber, 'device'>) => endpoint.received.filter(({ path }) => path === device.path),
  };
}

import { expect, it } from 'vitest';
import { anonymous, makeAdminActor } from '../../../test/harness/actor.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const support = await makeAdminActor(world, 'support');

interface Page {
  items: { id: string; device: { platform: string | null; model: string | null } | null }[];
}

async function enter(platform: string, model?: string): Promise<string> {
  const body = { deviceId: `device-${platform}`, platform, ...(model && { model }) };
  return (await anonymous(world).post<{ user: { id: string } }>('/v1/auth/guest', body)).body.user.id;
}

it('The list shows the last used device of a guest', async () => {
  const [phone, tablet] = [await enter('ios', 'iPhone 13'), await enter('android')];
  const { items } = (await support.get<Page>('/admin/users?guest=guest')).body;
  const deviceOf = (id: string) => items.find((one) => one.id === id)?.device;
  expect(deviceOf(phone)).toEqual({ platform: 'ios', model: 'iPhone 13' });
  expect(deviceOf(tablet)).toEqual({ platform: 'android', model: null });
});

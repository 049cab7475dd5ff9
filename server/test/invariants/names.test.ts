import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../harness/actor.ts';
import { makeSeries } from '../harness/catalog.ts';
import { makeViewer } from '../harness/viewer.ts';
import { openWorld } from '../harness/world.ts';

/** Names stand in one line beside others, so none may hold what is not seen or turns the reading order around. */

const world = await openWorld();
const editor = await makeAdminActor(world, 'content_manager');
const root = await makeAdminActor(world, 'superadmin');
const viewer = await makeViewer(world);
const seriesId = await makeSeries(world, 'draft');
let count = 0;

const places = {
  'the title of a series': ['title', (title: string) => editor.post('/admin/series', { title })],
  'a translated title': [
    'titleI18n.ar',
    (ar: string) => editor.put(`/admin/series/${seriesId}`, { titleI18n: { ar } }),
  ],
  'a trope of a series': ['tropes.0', (trope: string) => editor.put(`/admin/series/${seriesId}`, { tropes: [trope] })],
  'the title of an episode': [
    'title',
    (title: string) => editor.post(`/admin/series/${seriesId}/episodes`, { title, episodeNumber: ++count }),
  ],
  'the name of an admin': [
    'name',
    (name: string) =>
      root.post('/admin/admins', {
        email: `name${++count}@example.com`,
        name,
        role: 'support',
        temporary_password: 'a long enough one',
      }),
  ],
  'the name of a viewer': ['displayName', (displayName: string) => viewer.put('/v1/me', { displayName })],
} as const;

describe.each(Object.entries(places))('%s', (_place, [path, send]) => {
  it.each(['desk\u202etroppus', 'night\ndesk', 'sup\u200bport', 'tab\tbed'])('is not %j', async (name) => {
    const details = [{ path, message: 'must not contain invisible or control characters' }];
    expect(await send(name)).toMatchObject({ status: 400, body: { error: 'validation_failed', details } });
  });
  it('is not something in which nothing is seen', async () => {
    expect(await send('\u3164')).toMatchObject({
      status: 400,
      body: { details: [{ path, message: 'must not be blank' }] },
    });
  });
  it.each(['عروس الميناء', 'می\u200cخواهم', 'Harbour 👩\u200d🚀'])('may be %s', async (name) => {
    expect([200, 201]).toContain((await send(name)).status);
  });
});

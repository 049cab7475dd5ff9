import { sql } from 'kysely';
import { Type } from 'typebox';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { afterCommit } from '../db/database.ts';
import { declareError, refuse } from '../errors.ts';
import { newId } from '../id.ts';
import type { Effects } from './effects.ts';
import type { Ctx } from './endpoint.ts';
import { previewEffects } from './preview-effects.ts';
import { createdThings, openTestApp, strictEndpoint, type TestApp, type TestCaller } from './test-app.fixture.ts';

/** A preview returns effects without changes, in the middle of a change that continues. */

const nowhere = declareError(400, 'nowhere', {}, ['things_shelf']);
const unwanted = declareError(409, 'unwanted');
const unknown = '0197a2b4-0000-7000-8000-000000000000';

/** What was created and committed. */
const committed: string[] = [];

async function make(ctx: Ctx<TestCaller>, name: string, shelf: string | null = null) {
  const id = newId();
  await sql`insert into things values (${id}, ${name}, ${shelf})`.execute(ctx.tx);
  ctx.effects.add(createdThings, { id, name });
  afterCommit(ctx.tx, () => void committed.push(name));
  ctx.header('x-created', name);
}
const nameOf = (row: unknown): string =>
  row !== null && typeof row === 'object' && 'name' in row ? String(row.name) : '';
const createdBy = (effects: Effects): string[] => (effects.toJSON().created ?? []).map(nameOf);

const reply = Type.Object({ created: Type.Array(Type.String()) });
const common = { summary: '', access: 'signed_in', reply, errors: [nowhere, unwanted] } as const;
const acts: Record<string, (ctx: Ctx<TestCaller>) => Promise<string[]>> = {
  async twice(ctx) {
    await make(ctx, 'real, before');
    const first = await previewEffects(ctx, (inner) => make(inner, 'previewed'));
    const second = await previewEffects(ctx, (inner) => make(inner, 'previewed again'));
    await make(ctx, 'real, after');
    return [...createdBy(first), ...createdBy(second)];
  },
  async nested(ctx) {
    const effects = await previewEffects(ctx, async (outer) => {
      await make(outer, 'outer');
      await previewEffects(outer, (inner) => make(inner, 'inner'));
    });
    await make(ctx, 'real');
    return createdBy(effects);
  },
  async recovered(ctx) {
    const refused = await previewEffects(ctx, (inner) => make(inner, 'misplaced', unknown)).catch(() => undefined);
    await make(ctx, 'real');
    return refused ? ['not refused'] : ['refused'];
  },
  async deferred(ctx) {
    await previewEffects(ctx, (inner) => make(inner, 'previewed'));
    const shelf = newId();
    await make(ctx, 'on a shelf that comes later', shelf);
    await sql`insert into things values (${shelf}, 'the shelf', null)`.execute(ctx.tx);
    return [];
  },
  async refused(ctx) {
    await make(ctx, 'real');
    await previewEffects(ctx, async () => refuse(unwanted));
    return [];
  },
};

const endpoints = [
  ...Object.entries(acts).map(([name, act]) =>
    strictEndpoint({ ...common, method: 'POST', url: `/${name}`, run: async (ctx) => ({ created: await act(ctx) }) }),
  ),
  strictEndpoint({
    ...common,
    method: 'GET',
    url: '/preview',
    query: { shelf: Type.Optional(Type.String()) },
    run: async (ctx, { query: { shelf = null } }) => ({
      created: createdBy(await ctx.previewEffects((inner) => make(inner, 'previewed', shelf), 'shelf')),
    }),
  }),
];

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp(
    endpoints,
    `create table things (id uuid primary key, name text not null,
       shelf uuid constraint things_shelf references things deferrable initially deferred);
     grant select, insert on things to cliffhanger_app`,
  );
});
beforeEach(async () => {
  committed.length = 0;
  await testApp.run('truncate things');
});
const names = async () => (await testApp.run('select name from things order by id')).map(({ name }) => name);

describe('a preview of effects', () => {
  it('in the middle of a change tells what would be done, and only the change is done', async () => {
    const answer = await testApp.call('POST /twice');
    expect(answer.body.created).toEqual(['previewed', 'previewed again']);
    expect(await names()).toEqual(['real, before', 'real, after']);
    expect(committed).toEqual(['real, before', 'real, after']);
    expect(answer.headers['x-created']).toBe('real, after');
  });

  it('within a preview leaves nothing of either', async () => {
    expect((await testApp.call('POST /nested')).body.created).toEqual(['outer']);
    expect(await names()).toEqual(['real']);
  });

  it('is refused by what only COMMIT would check, and the change can go on', async () => {
    expect((await testApp.call('POST /recovered')).body.created).toEqual(['refused']);
    expect(await names()).toEqual(['real']);
  });

  it('leaves the change around it free to put things in order by its end', async () => {
    expect((await testApp.call('POST /deferred')).status).toBe(200);
    expect(await names()).toHaveLength(2);
  });

  it('that refuses is the refusal of the change, unless that minds it', async () => {
    expect((await testApp.call('POST /refused')).body).toEqual({ statusCode: 409, error: 'unwanted' });
    expect(await names()).toEqual([]);
  });

  it('serves a mere look as well', async () => {
    expect((await testApp.call('GET /preview')).body.created).toEqual(['previewed']);
    expect((await testApp.call(`GET /preview?shelf=${unknown}`)).body).toEqual({ statusCode: 400, error: 'nowhere' });
    expect(await names()).toEqual([]);
  });
});

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { newEffects } from '../../src/api.ts';
import { adminEndpoint, adminGuard, callsAtOnce, rateClasses } from '../../src/features/access/public.ts';
import * as audit from '../../src/features/audit/public.ts';
import { insufficientBalance, postMany } from '../../src/features/ledger/public.ts';
import { identifyUser, userEndpoint, userGuard } from '../../src/features/users/public.ts';
import { busy } from '../../src/kit/batch-queue.ts';
import { notFound, refusal, refuse } from '../../src/kit/errors.ts';
import type { Endpoint } from '../../src/kit/http/endpoint.ts';
import { mount } from '../../src/kit/http/mount.ts';
import { Id } from '../../src/kit/http/schema.ts';
import { byNewest } from '../../src/kit/page.ts';
import { createTokens } from '../../src/kit/tokens.ts';
import { spendMovement } from './viewer.ts';
import type { World } from './world.ts';

/** One endpoint of each kind behind the guards of the product, for the kinds that no feature uses yet. */

const exampleUser = '01930000-0000-7000-8000-000000000011';

const exportRows = adminEndpoint.stream({
  url: '/admin/kinds/export.csv',
  access: ['payments:read'],
  summary: 'Export rows',
  query: { status: Type.Optional(Type.String({ maxLength: 100 })) },
  sends: { type: 'text/csv; charset=utf-8', fileName: 'rows.csv' },
  run: async (ctx, { query: { status = 'active' } }) => {
    await ctx.transaction((change) => audit.record(change, { action: 'kinds.export', after: { status } }));
    return ctx.copyOut(sql`select id, status from users where status = ${status} order by id`);
  },
});

const importRows = adminEndpoint.upload({
  url: '/admin/kinds/import',
  access: ['payments:read'],
  summary: 'Import rows',
  status: 201,
  upload: { maxBytes: 5 * 1024 * 1024 },
  body: Type.Object({ rail: Type.String({ maxLength: 40 }) }),
  reply: Type.Object({ rail: Type.String(), digest: Type.String() }),
  example: {
    body: { rail: 'ios_store' },
    file: { name: 'rows.csv', base64: Buffer.from('a,b\r\n').toString('base64') },
  },
  prepare: async ({ file }) => {
    const hash = createHash('sha256');
    for await (const chunk of file.stream) hash.update(Buffer.from(chunk));
    return hash.digest('hex');
  },
  run: async (ctx, { body: { rail }, prepared: digest }) => {
    await audit.record(ctx, { action: 'kinds.import', after: { rail, digest } });
    return { rail, digest };
  },
});

const listRows = adminEndpoint.list({
  url: '/admin/kinds',
  access: ['payments:read'],
  summary: 'List rows',
  item: Type.Object({ id: Id }),
  sort: byNewest('created_at'),
  list: async (db) => db.selectFrom('users').select(['id', 'created_at']).limit(3).execute(),
  show: ({ id }) => ({ id }),
});

const readRow = userEndpoint.sharedRead({
  url: '/kinds/:id',
  access: 'signed_in',
  summary: 'Read a row',
  params: { id: Id },
  headers: { 'accept-language': 'What the viewer reads' },
  conditional: { cacheControl: 'private, no-cache' },
  reply: Type.Object({ id: Id, language: Type.String() }),
  example: { params: { id: exampleUser } },
  topics: [],
  cacheKey: ({ params: { id }, headers: { 'accept-language': language = 'en' } }) => ({ id, language }),
  run: async ({ db }, { id, language }) => {
    const found = await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
    return { body: { id: (found ?? refuse(notFound)).id, language } };
  },
});

const spendCoins = userEndpoint.batchedWrite({
  method: 'POST',
  url: '/kinds/:id/spend',
  access: 'signed_in',
  summary: 'Spend coins',
  rate: 'money',
  params: { id: Id },
  body: Type.Object({ coins: Type.Integer({ minimum: 0, maximum: 1_000 }) }),
  reply: Type.Object({ balanceTotal: Type.Integer() }),
  errors: [insufficientBalance, notFound],
  idempotent: true,
  example: { params: { id: exampleUser }, body: { coins: 0 } },
  target: async (db, { id }) => db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst(),
  run: async ({ tx, wait }, items) => {
    const movements = items.map(({ caller, causeId, body }) => spendMovement(caller.id, body.coins, causeId));
    const posted = await postMany(tx, movements, { wait });
    return posted.map(({ outcome, paid, bonus }) => {
      if (outcome === 'busy') return busy;
      const balanceTotal = paid + bonus;
      return outcome === 'insufficient' ? refusal(insufficientBalance, { balanceTotal }) : { balanceTotal };
    });
  },
});

export const kinds: readonly Endpoint[] = [exportRows, importRows, listRows, readRow, spendCoins];

/** Adds the endpoints to a world that has not answered anything yet. */
export function mountKinds({ app, database, keys, config }: World): void {
  const userTokens = createTokens(config.secrets.userJwt, 'user');
  mount(app, kinds, {
    database,
    guards: {
      admin: adminGuard(database, keys.tokens, false),
      user: userGuard(identifyUser(database, userTokens)),
    },
    rates: rateClasses,
    callsAtOnce,
    newEffects,
    rateLimits: false,
    unlistedErrorsCrash: true,
  });
}

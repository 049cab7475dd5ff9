import { Type } from 'typebox';
import { fieldLocked, notFound } from '../../kit/errors.ts';
import type { Ctx, Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { byNewest } from '../../kit/page.ts';
import { type Admin, adminEndpoint } from '../access/public.ts';
import { ApprovalPending, type Pending } from '../approvals/public.ts';
import { findUser } from '../users/public.ts';
import { create, deletePromo, edit, type PromoLimits } from './actions.ts';
import { codeTaken } from './errors.ts';
import { burnDown } from './rules.ts';
import {
  CreatePromoBody,
  Promo,
  PromoDays,
  PromoRedemption,
  type PromoRow,
  promoQuery,
  showPromo,
  showPromoRedemption,
  UpdatePromoBody,
  UserRedemption,
} from './schema.ts';
import { findPromo, listDays, listPromoRedemptions, listPromos, listUserRedemptions } from './sql.ts';

const params = { id: Type.String({ description: 'Id or code; the code is case-insensitive' }) };
const examplePromo = { id: 'WELCOME50' };

const readRoutes: Endpoint[] = [
  adminEndpoint.list({
    url: '/admin/promos',
    access: ['pricing:read'],
    summary: 'List promos, newest first',
    description:
      '`status` is `upcoming` before its window, `ended` after it, `exhausted` within it if the budget is too small for another redemption, else `running`.',
    query: promoQuery,
    item: Promo,
    sort: byNewest('createdAt', 'p'),
    example: { query: { status: 'running' } },
    list: async (db, filters, keyset, { caller, now }) =>
      (await listPromos(db, filters, keyset)).map((row) => showPromo(row, caller, now)),
    show: (row) => row,
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/promos/:id',
    access: ['pricing:read'],
    summary: 'Read one promo',
    description: 'By id or code. `revision` is the value for `If-Match` of an edit.',
    params,
    reply: Promo,
    example: { params: examplePromo },
    target: (db, { id }) => findPromo(db, id),
    run: async ({ caller, now }, { target }) => showPromo(target, caller, now),
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/promos/:id/days',
    access: ['pricing:read'],
    summary: 'Show the spending of a promo by day',
    description:
      'One entry per UTC day from its start to today or its end, at most the last 366. The coins of a multiplier count on the day of the purchase, not of the redemption.',
    params,
    reply: PromoDays,
    example: { params: examplePromo },
    target: (db, { id }) => findPromo(db, id),
    run: async ({ db, now }, { target }) => ({
      budgetCoins: target.budgetCoins,
      days: burnDown(await listDays(db, target.id), target, now),
    }),
  }),
  adminEndpoint.list({
    url: '/admin/promos/:id/redemptions',
    access: ['pricing:read'],
    summary: 'List the redemptions of a promo, newest first',
    description: 'Names require `users:read`.',
    params,
    item: PromoRedemption,
    sort: byNewest('createdAt', 'r'),
    cursorScope: ({ params: { id } }) => ['redemptions of promo', id],
    example: { params: examplePromo },
    target: (db, { id }) => findPromo(db, id),
    list: (db, _filters, keyset, { target }) => listPromoRedemptions(db, target.id, keyset),
    show: showPromoRedemption,
  }),
];

const PromoOrPending = Type.Union([Promo, ApprovalPending]);

const showResult = (result: PromoRow | Pending, { caller, now }: Ctx<Admin>) =>
  'approvalId' in result ? result : showPromo(result, caller, now);

const changeRoutes = (limits: PromoLimits): Endpoint[] => [
  adminEndpoint({
    method: 'POST',
    url: '/admin/promos',
    access: ['pricing:write'],
    idempotent: true,
    status: 201,
    summary: 'Create a promo',
    description:
      'The code is converted to upper case, must be unused, also among deleted promos, and is immutable, as is the type. `config` is `{ amount, trigger }` for `coin_grant`, `{ multiplier, max_bonus_coins? }` for `bonus_multiplier`, `{ days }` for `trial_ext`, each with `max_uses_per_user` (default: 1). `budgetCoins` is the total that the promo may ever give. If `PROMO_BUDGET_WITHOUT_APPROVAL` is set and exceeded by the budget together with what the admin added to budgets that UTC day, the promo waits for a second admin (reason `daily_limit_exceeded`).',
    body: CreatePromoBody,
    reply: PromoOrPending,
    errors: [codeTaken, notFound],
    example: {
      body: {
        code: 'RAMADAN100',
        type: 'coin_grant',
        config: { amount: 100, max_uses_per_user: 1, trigger: 'manual_claim' },
        budgetCoins: 50_000,
        window: { start: '2030-01-01T00:00:00Z', end: '2030-02-01T00:00:00Z' },
        segmentId: null,
      },
    },
    run: async (ctx, { body }) => showResult(await create(ctx, body, limits), ctx),
  }),
  adminEndpoint({
    method: 'PUT',
    url: '/admin/promos/:id',
    access: ['pricing:write'],
    idempotent: true,
    summary: 'Edit a promo',
    description:
      'Omitted fields are unchanged, including those of `config` and `window`; `max_bonus_coins: null` removes that limit. The code and type cannot be changed, and the budget cannot be reduced below what is spent. If `PROMO_BUDGET_WITHOUT_APPROVAL` is set, it counts the coins that an edit adds to the budget and, if the edit changes `config` or `segmentId`, all that are not spent yet; an edit that exceeds it waits for a second admin as a whole.',
    params,
    body: UpdatePromoBody,
    reply: PromoOrPending,
    errors: [fieldLocked, notFound],
    example: { params: examplePromo, body: { budgetCoins: 20_000 } },
    target: (db, { id }) => findPromo(db, id),
    run: async (ctx, { target, body }) => showResult(await edit(ctx, target.id, body, limits), ctx),
  }),
  adminEndpoint({
    method: 'DELETE',
    url: '/admin/promos/:id',
    access: ['pricing:write'],
    status: 204,
    summary: 'Delete a promo',
    description:
      'It can no longer be redeemed, and its code stays reserved. Redemptions are kept, including multipliers that wait for a purchase.',
    params,
    example: { params: examplePromo },
    target: (db, { id }) => findPromo(db, id),
    run: (ctx, { target }) => deletePromo(ctx, target.id),
  }),
];

export const promoRoutes = (limits: PromoLimits): Endpoint[] => [
  ...readRoutes,
  ...changeRoutes(limits),
  adminEndpoint.list({
    url: '/admin/users/:id/redemptions',
    access: ['wallet:read'],
    summary: 'List the promo redemptions of a user, newest first',
    description: '`usedAt` is null while a multiplier waits for a purchase. `eventId` is the coin movement.',
    params: { id: Id },
    item: UserRedemption,
    sort: byNewest('createdAt', 'r'),
    cursorScope: ({ params: { id } }) => ['redemptions of user', id],
    example: { params: { id: '01930000-0000-7000-8000-000000000011' } },
    target: (db, { id }) => findUser(db, id),
    list: (db, _filters, keyset, { params: { id } }) => listUserRedemptions(db, id, keyset),
    show: (row) => row,
  }),
];

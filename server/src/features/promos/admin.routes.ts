import { Type } from 'typebox';
import { fieldLocked, notFound } from '../../kit/errors.ts';
import type { Ctx, Endpoint } from '../../kit/http/endpoint.ts';
import { Id } from '../../kit/http/schema.ts';
import { byNewest } from '../../kit/page.ts';
import { type Admin, adminEndpoint } from '../access/public.ts';
import { ApprovalPending, type Pending } from '../approvals/public.ts';
import { findUser } from '../users/public.ts';
import { create, edit, type PromoLimits } from './actions/budget.ts';
import { deletePromo } from './actions/edit.ts';
import { codeTaken } from './errors.ts';
import { burnDown } from './rules.ts';
import {
  CreatePromoBody,
  Promo,
  PromoDays,
  PromoRedemption,
  promoQuery,
  showPromo,
  showPromoRedemption,
  showRedemption,
  UpdatePromoBody,
  UserRedemption,
} from './schema.ts';
import { findPromo, listDays, listPromoRedemptions, listPromos, listUserRedemptions, type PromoRow } from './sql.ts';

const params = { id: Type.String({ description: 'The id, or the code in any case' }) };
const examplePromo = { id: 'WELCOME50' };

const readRoutes: Endpoint[] = [
  adminEndpoint.list({
    url: '/admin/promos',
    access: ['pricing:read'],
    summary: 'List promos, newest first',
    description:
      '`status` is `upcoming` before its time, `ended` after it, `exhausted` in it where the budget is not enough for another use, else `running`.',
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
    description: 'The path takes the id or the code. `revision` is what `If-Match` of an edit takes.',
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
    summary: 'Show what a promo gave away, day by day',
    description:
      'Every UTC day from its start to today or its end, also those without redemptions, at most the last 366. A multiplier is redeemed on one day, and its coins are spent on the day of the purchase.',
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
    summary: 'List who redeemed a promo, newest first',
    description: 'Names are for those who may see users.',
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

const showAnswer = (answer: PromoRow | Pending, { caller, now }: Ctx<Admin>) =>
  'approvalId' in answer ? answer : showPromo(answer, caller, now);

const changeRoutes = (limits: PromoLimits): Endpoint[] => [
  adminEndpoint({
    method: 'POST',
    url: '/admin/promos',
    access: ['pricing:write'],
    idempotent: true,
    status: 201,
    summary: 'Create a promo',
    description:
      'The code is kept in capitals, must be free, also of promos that are deleted, and never changes; nor does the type. `config` is `{ amount, trigger }` for `coin_grant`, `{ multiplier, max_bonus_coins? }` for `bonus_multiplier`, `{ days }` for `trial_ext`, each with `max_uses_per_user`, 1 where it is left out. `budgetCoins` is all that it may ever give away. Where `PROMO_BUDGET_WITHOUT_APPROVAL` is set, a promo whose budget exceeds it, together with what the admin added to budgets that UTC day, waits for a second admin (reason `daily_limit_exceeded`).',
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
    run: async (ctx, { body }) => showAnswer(await create(ctx, body, limits), ctx),
  }),
  adminEndpoint({
    method: 'PUT',
    url: '/admin/promos/:id',
    access: ['pricing:write'],
    idempotent: true,
    summary: 'Edit a promo',
    description:
      'Fields that are left out stay as they are, those of `config` and `window` too; `max_bonus_coins: null` takes that limit away. Another code or type is refused, and a budget below what is spent. Where `PROMO_BUDGET_WITHOUT_APPROVAL` is set, an edit that raises the budget beyond it waits for a second admin as a whole.',
    params,
    body: UpdatePromoBody,
    reply: PromoOrPending,
    errors: [fieldLocked, notFound],
    example: { params: examplePromo, body: { budgetCoins: 20_000 } },
    target: (db, { id }) => findPromo(db, id),
    run: async (ctx, { target, body }) => showAnswer(await edit(ctx, target.id, body, limits), ctx),
  }),
  adminEndpoint({
    method: 'DELETE',
    url: '/admin/promos/:id',
    access: ['pricing:write'],
    status: 204,
    summary: 'Delete a promo',
    description:
      'Nobody can redeem it any more, and its code stays taken. What was redeemed stays so: who waits with a multiplier keeps it.',
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
    summary: 'List the promos that a user redeemed, newest first',
    description: '`usedAt` is null while a multiplier waits for a purchase. `eventId` is the movement of the coins.',
    params: { id: Id },
    item: UserRedemption,
    sort: byNewest('createdAt', 'r'),
    cursorScope: ({ params: { id } }) => ['redemptions of user', id],
    example: { params: { id: '01930000-0000-7000-8000-000000000011' } },
    target: (db, { id }) => findUser(db, id),
    list: (db, _filters, keyset, { params: { id } }) => listUserRedemptions(db, id, keyset),
    show: showRedemption,
  }),
];

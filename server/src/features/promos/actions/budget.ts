import { Type } from 'typebox';
import { notFound, refuse } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { parseOrUndefined } from '../../../kit/http/validate.ts';
import type { Admin } from '../../access/public.ts';
import * as approvals from '../../approvals/public.ts';
import { codeTaken } from '../errors.ts';
import { CreatePromoBody, UpdatePromoBody } from '../schema.ts';
import { addBudgeted, findPromo, lockPromo, type PromoRow } from '../sql.ts';
import { createPromo, editPromo, type NewPromo, type PromoEdit } from './edit.ts';

export interface PromoLimits {
  /** Coins that one admin may add to budgets of promos in a UTC day before a second person is needed. */
  readonly promoBudgetWithoutApproval: number | undefined;
}

type Answer = PromoRow | approvals.Pending;

/** Creates a promo, or asks a second person to where the budget is more than the admin may give today. */
export async function create(ctx: Ctx<Admin>, given: NewPromo, limits: PromoLimits): Promise<Answer> {
  if (await mayGive(ctx, given.budgetCoins, limits)) return createPromo(ctx, given);
  return ask(ctx, given.code.toUpperCase(), { create: given });
}

/** Edits a promo, or asks a second person to where the budget grows by more than the admin may give today. */
export async function edit(ctx: Ctx<Admin>, id: string, given: PromoEdit, limits: PromoLimits): Promise<Answer> {
  const promo = (await lockPromo(ctx.tx, id)) ?? refuse(notFound);
  const added = (given.budgetCoins ?? promo.budgetCoins) - promo.budgetCoins;
  if (await mayGive(ctx, added, limits)) return editPromo(ctx, id, given);
  return ask(ctx, promo.code, { edit: given });
}

/**
 * Whether the admin may add so many coins to a budget without a second person. If so, the coins count towards the limit of
 * the day.
 */
async function mayGive(
  { tx, caller, now }: Ctx<Admin>,
  coins: number,
  { promoBudgetWithoutApproval: limit }: PromoLimits,
): Promise<boolean> {
  if (limit === undefined || coins <= 0) return true;
  const sum = await approvals.addWithinDailyLimit(coins, limit, (added) => addBudgeted(tx, caller.id, now, added));
  return sum !== undefined;
}

type Asked = { readonly create: NewPromo } | { readonly edit: PromoEdit };

/** The code names the promo, because one that is still to be created has no id. */
const ask = (ctx: Ctx<Admin>, code: string, payload: Asked): Promise<approvals.Pending> =>
  approvals.request(ctx, promoBudget, { targetId: code, reason: approvals.dailyLimitExceeded, payload });

const readCreate = parseOrUndefined(Type.Object({ create: CreatePromoBody }));
const readEdit = parseOrUndefined(Type.Object({ edit: UpdatePromoBody }));

/** A promo whose budget is more than one admin may give alone, created or edited when a second person approves it. */
export const promoBudget: approvals.ApprovalKind = {
  kind: 'promo_budget',
  targetType: 'promo',
  requesters: ['pricing:write'],
  deciders: { permission: 'pricing:write' },
  dedupeByTarget: false,
  resultReader: 'pricing:read',
  errors: [notFound, codeTaken],
  /** The code is the name. */
  describe: async () => new Map(),
  async execute(ctx, code, payload) {
    const asked = readCreate(payload) ?? readEdit(payload);
    if (!asked) throw new Error('a promo lost its payload');
    const { id } =
      'create' in asked
        ? await createPromo(ctx, asked.create)
        : await editPromo(ctx, await idOf(ctx, code), asked.edit);
    return { id, code };
  },
};

const idOf = async ({ tx }: Ctx<Admin>, code: string): Promise<string> =>
  (await findPromo(tx, code))?.id ?? refuse(notFound);

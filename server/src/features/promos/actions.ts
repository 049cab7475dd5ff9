import { type Static, Type } from 'typebox';
import { fieldLocked, notFound, refuse, refuseField, validationFailed } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { isId, parseMoment } from '../../kit/http/schema.ts';
import { parseOrUndefined } from '../../kit/http/validate.ts';
import { newId } from '../../kit/id.ts';
import { canonicalJson, differences } from '../../kit/json.ts';
import { mustMatch } from '../../kit/revision.ts';
import type { Admin } from '../access/public.ts';
import * as approvals from '../approvals/public.ts';
import * as audit from '../audit/public.ts';
import { lockTarget } from '../segments/public.ts';
import { codeTaken } from './errors.ts';
import { configAfter, faultsInTerms, type PromoTerms } from './rules.ts';
import { CreatePromoBody, type PromoRow, UpdatePromoBody } from './schema.ts';
import { addBudgeted, findPromo, insertPromo, lockPromo, type PromoFields, removePromo, updatePromo } from './sql.ts';

type PromoEdit = Static<typeof UpdatePromoBody>;
export type NewPromo = Static<typeof CreatePromoBody>;

const target = (id: string) => ({ type: 'promo', id });

const momentOf = (path: string, text: string | undefined, otherwise: Date): Date =>
  text === undefined ? otherwise : (parseMoment(text) ?? refuseField(path, 'is not a moment'));

/** Validates and returns the fields after an edit. */
async function edited(ctx: Ctx<Admin>, current: PromoTerms & PromoFields, edit: PromoEdit): Promise<PromoFields> {
  const { window = {}, segmentId } = edit;
  const fields = {
    config: configAfter(current.type, current.config, edit.config ?? {}),
    budgetCoins: edit.budgetCoins ?? current.budgetCoins,
    startsAt: momentOf('window.start', window.start, current.startsAt),
    endsAt: momentOf('window.end', window.end, current.endsAt),
  };
  const details = faultsInTerms({ ...fields, type: current.type, spentCoins: current.spentCoins });
  if (details.length > 0) refuse(validationFailed, { details });
  const isSame = segmentId === undefined || segmentId === current.segmentId;
  return { ...fields, segmentId: isSame ? current.segmentId : await lockTarget(ctx.tx, segmentId) };
}

/** A promo in the audit log, with the names of the API. */
const shown = ({ config, budgetCoins, startsAt, endsAt, segmentId }: PromoFields) => ({
  config,
  budgetCoins,
  window: { start: startsAt.toISOString(), end: endsAt.toISOString() },
  segmentId,
});

export async function createPromo(ctx: Ctx<Admin>, given: NewPromo): Promise<PromoRow> {
  const { type, budgetCoins } = given;
  const code = given.code.toUpperCase();
  if (isId(code.toLowerCase())) refuseField('code', 'must not look like an id', 'looks_like_an_id');
  const id = newId();
  const blank = { type, config: { max_uses_per_user: 1 }, budgetCoins, spentCoins: 0, segmentId: null };
  const fields = await edited(ctx, { ...blank, startsAt: ctx.now, endsAt: ctx.now }, given);
  await insertPromo(ctx.tx, { id, code, type }, fields, ctx.now);
  const after = { code, type, ...shown(fields) };
  await audit.record(ctx, { action: 'promo.create', target: target(id), reason: given.note ?? null, after });
  return (await findPromo(ctx.tx, id)) ?? refuse(notFound);
}

async function editPromo(ctx: Ctx<Admin>, id: string, edit: PromoEdit): Promise<PromoRow> {
  const promo = (await lockPromo(ctx.tx, id)) ?? refuse(notFound);
  mustMatch(ctx.ifMatch, promo.revision);
  const { code = promo.code, type = promo.type } = edit;
  const moved = [...(code.toUpperCase() === promo.code ? [] : ['code']), ...(type === promo.type ? [] : ['type'])];
  if (moved.length > 0) refuse(fieldLocked, { fields: moved, currentState: promo.status });
  const fields = await edited(ctx, promo, edit);
  const changes = differences(shown(promo), shown(fields));
  if (!changes) return promo;
  await updatePromo(ctx.tx, id, fields, ctx.now);
  await audit.record(ctx, { action: 'promo.update', target: target(id), reason: edit.note ?? null, ...changes });
  return (await findPromo(ctx.tx, id)) ?? refuse(notFound);
}

export async function deletePromo(ctx: Ctx<Admin>, id: string): Promise<void> {
  const promo = (await lockPromo(ctx.tx, id)) ?? refuse(notFound);
  const { code, type } = promo;
  await removePromo(ctx.tx, id, ctx.now);
  await audit.record(ctx, { action: 'promo.delete', target: target(id), before: { code, type, ...shown(promo) } });
}

export interface PromoLimits {
  /** Coins that one admin may add to budgets of promos in a UTC day without a second admin. */
  readonly promoBudgetWithoutApproval: number | undefined;
}

/** Creates a promo, or requests approval if the budget exceeds the daily limit of the admin. */
export async function create(
  ctx: Ctx<Admin>,
  given: NewPromo,
  limits: PromoLimits,
): Promise<PromoRow | approvals.Pending> {
  if (await isWithinDailyLimit(ctx, given.budgetCoins, limits)) return createPromo(ctx, given);
  return requestApproval(ctx, given.code.toUpperCase(), { create: given });
}

/** Edits a promo, or requests approval if the budget that the edit assigns exceeds the daily limit of the admin. */
export async function edit(
  ctx: Ctx<Admin>,
  id: string,
  given: PromoEdit,
  limits: PromoLimits,
): Promise<PromoRow | approvals.Pending> {
  const promo = (await lockPromo(ctx.tx, id)) ?? refuse(notFound);
  if (await isWithinDailyLimit(ctx, assignedBy(promo, given), limits)) return editPromo(ctx, id, given);
  return requestApproval(ctx, promo.code, { edit: given });
}

/** The coins that an edit assigns: those it adds, and, if it changes who gets how many, all that are not spent yet. */
function assignedBy(promo: PromoRow, { config = {}, segmentId, budgetCoins = promo.budgetCoins }: PromoEdit): number {
  const after = configAfter(promo.type, promo.config, config);
  const isSameConfig = canonicalJson(after) === canonicalJson(promo.config);
  const isSameSegment = segmentId === undefined || segmentId === promo.segmentId;
  return budgetCoins - (isSameConfig && isSameSegment ? promo.budgetCoins : promo.spentCoins);
}

/** Whether the admin may add coins to a budget without a second admin. If so, they count towards the daily limit. */
async function isWithinDailyLimit(
  { tx, caller, now }: Ctx<Admin>,
  coins: number,
  { promoBudgetWithoutApproval: limit }: PromoLimits,
): Promise<boolean> {
  if (limit === undefined || coins <= 0) return true;
  const sum = await approvals.addWithinDailyLimit(coins, limit, (added) => addBudgeted(tx, caller.id, now, added));
  return sum !== undefined;
}

type Requested = { readonly create: NewPromo } | { readonly edit: PromoEdit };

/** The target is the code, since a promo that is not created yet has no id. */
const requestApproval = (ctx: Ctx<Admin>, code: string, payload: Requested): Promise<approvals.Pending> =>
  approvals.request(ctx, promoBudget, { targetId: code, reason: approvals.dailyLimitExceeded, payload });

const readCreate = parseOrUndefined(Type.Object({ create: CreatePromoBody }));
const readEdit = parseOrUndefined(Type.Object({ edit: UpdatePromoBody }));

export const promoBudget: approvals.ApprovalKind = {
  kind: 'promo_budget',
  targetType: 'promo',
  requesters: ['pricing:write'],
  deciders: { permission: 'pricing:write' },
  dedupeByTarget: false,
  resultReader: 'pricing:read',
  errors: [notFound, codeTaken],
  // The code is the name.
  describe: async () => new Map(),
  async execute(ctx, code, payload) {
    const requested = readCreate(payload) ?? readEdit(payload);
    if (!requested) throw new Error('the approval of a promo has an invalid payload');
    const { id } =
      'create' in requested
        ? await createPromo(ctx, requested.create)
        : await editPromo(ctx, await idOf(ctx, code), requested.edit);
    return { id, code };
  },
};

const idOf = async ({ tx }: Ctx<Admin>, code: string): Promise<string> =>
  (await findPromo(tx, code))?.id ?? refuse(notFound);

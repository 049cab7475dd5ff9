import { fieldLocked, notFound, refuse, refuseField, validationFailed } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { isId, parseMoment } from '../../../kit/http/schema.ts';
import { newId } from '../../../kit/id.ts';
import { canonicalJson } from '../../../kit/json.ts';
import { mustMatch } from '../../../kit/revision.ts';
import type { Admin } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import { lockSegmentForShare } from '../../segments/public.ts';
import { type ConfigEdit, configAfter, faultsInTerms, type PromoTerms, type PromoType } from '../rules.ts';
import {
  findPromo,
  insertPromo,
  lockPromo,
  type PromoFields,
  type PromoRow,
  removePromo,
  updatePromo,
} from '../sql.ts';

export interface PromoEdit {
  code?: string;
  type?: PromoType;
  config?: ConfigEdit;
  budgetCoins?: number;
  window?: { start?: string; end?: string };
  segmentId?: string | null;
  note?: string;
}
export type NewPromo = Required<Pick<PromoEdit, 'code' | 'type' | 'config' | 'budgetCoins'>> & {
  window: { start: string; end: string };
  segmentId?: string | null;
  note?: string;
};

const target = (id: string) => ({ type: 'promo', id });

const momentOf = (path: string, text: string | undefined, otherwise: Date): Date =>
  text === undefined ? otherwise : (parseMoment(text) ?? refuseField(path, 'is not a moment'));

/** The segment that is named, held so that it stays; null is everybody. */
async function segmentOf({ tx }: Ctx<Admin>, given: string | null): Promise<string | null> {
  if (given === null) return null;
  const id = given.toLowerCase();
  const held = isId(id) ? await lockSegmentForShare(tx, id) : undefined;
  return (held ?? refuse(notFound, { field: 'segmentId' })).id;
}

/** The fields after an edit, or a refusal that says what is wrong with them. */
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
  return { ...fields, segmentId: isSame ? current.segmentId : await segmentOf(ctx, segmentId) };
}

/** What an entry says of a promo, under the names that the API has. */
const shown = ({ config, budgetCoins, startsAt, endsAt, segmentId }: PromoFields): Record<string, unknown> => ({
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

function differences(old: Record<string, unknown>, given: Record<string, unknown>) {
  const changed = Object.keys(given).filter((name) => canonicalJson(given[name]) !== canonicalJson(old[name]));
  const only = (from: Record<string, unknown>) => Object.fromEntries(changed.map((name) => [name, from[name]]));
  return { before: only(old), after: only(given) };
}

export async function editPromo(ctx: Ctx<Admin>, id: string, edit: PromoEdit): Promise<PromoRow> {
  const promo = (await lockPromo(ctx.tx, id)) ?? refuse(notFound);
  mustMatch(ctx.ifMatch, promo.revision);
  const { code = promo.code, type = promo.type } = edit;
  const moved = [...(code.toUpperCase() === promo.code ? [] : ['code']), ...(type === promo.type ? [] : ['type'])];
  if (moved.length > 0) refuse(fieldLocked, { fields: moved, currentState: promo.status });
  const fields = await edited(ctx, promo, edit);
  const { before, after } = differences(shown(promo), shown(fields));
  if (Object.keys(after).length === 0) return promo;
  await updatePromo(ctx.tx, id, fields, ctx.now);
  await audit.record(ctx, { action: 'promo.update', target: target(id), reason: edit.note ?? null, before, after });
  return (await findPromo(ctx.tx, id)) ?? refuse(notFound);
}

export async function deletePromo(ctx: Ctx<Admin>, id: string): Promise<void> {
  const promo = (await lockPromo(ctx.tx, id)) ?? refuse(notFound);
  const { code, type } = promo;
  await removePromo(ctx.tx, id, ctx.now);
  await audit.record(ctx, { action: 'promo.delete', target: target(id), before: { code, type, ...shown(promo) } });
}

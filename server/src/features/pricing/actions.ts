import type { Static } from 'typebox';
import { fieldLocked, notFound, refuse, refuseField } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { isId, parseMoment } from '../../kit/http/schema.ts';
import { newId } from '../../kit/id.ts';
import { isCountry } from '../../kit/iso-codes.ts';
import { mustMatch } from '../../kit/revision.ts';
import type { Admin } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import { findEpisode, findSeries } from '../catalog/public.ts';
import type { Scope } from './rules.ts';
import type { CreateOverrideBody, OverrideFields, OverrideRow, UpdateOverrideBody } from './schema.ts';
import {
  findOverride,
  insertOverride,
  lockConfig,
  lockOverride,
  removeOverride,
  restoreOverride,
  updateConfig,
  updateOverride,
} from './sql.ts';

type OverrideEdit = Static<typeof UpdateOverrideBody>;
export type NewOverride = Static<typeof CreateOverrideBody>;

const target = (id: string) => ({ type: 'pricing_override', id });

const normalized = (scope: Scope, ref: string): string => (scope === 'market' ? ref.toUpperCase() : ref.toLowerCase());

async function mustExist({ tx }: Ctx<Admin>, scope: Scope, ref: string): Promise<void> {
  if (scope === 'market') {
    if (!isCountry(ref)) refuseField('scopeRef', 'must be the code of a country, such as EG');
    return;
  }
  const find = scope === 'series' ? findSeries : findEpisode;
  if (!isId(ref) || !(await find(tx, ref))) refuse(notFound, { field: 'scopeRef' });
}

const momentOf = (field: string, text: string): Date => parseMoment(text) ?? refuseField(field, 'is not a moment');

/** The fields after an edit. A null `activeFrom` means now. */
function edited(current: OverrideFields, edit: OverrideEdit, now: Date): OverrideFields {
  const { activeFrom, activeTo } = edit;
  const from = activeFrom ? momentOf('activeFrom', activeFrom) : now;
  const to = activeTo ? momentOf('activeTo', activeTo) : null;
  const fields = {
    coins: edit.coins ?? current.coins,
    currencyHint: edit.currencyHint === undefined ? current.currencyHint : edit.currencyHint,
    activeFrom: activeFrom === undefined ? current.activeFrom : from,
    activeTo: activeTo === undefined ? current.activeTo : to,
    active: edit.active ?? current.active,
  };
  if (fields.activeTo && fields.activeTo <= fields.activeFrom) refuseField('activeTo', 'must be later than activeFrom');
  return fields;
}

export const fieldsOf = ({ coins, currencyHint, activeFrom, activeTo, active }: OverrideFields) => ({
  coins,
  currencyHint,
  active,
  activeFrom: activeFrom.toISOString(),
  activeTo: activeTo?.toISOString() ?? null,
});

export async function createOverride(ctx: Ctx<Admin>, given: NewOverride): Promise<OverrideRow> {
  const { scope, coins, note } = given;
  const scopeRef = normalized(scope, given.scopeRef);
  await mustExist(ctx, scope, scopeRef);
  const blank = { coins, currencyHint: null, activeFrom: ctx.now, activeTo: null, active: true };
  const fields = edited(blank, given, ctx.now);
  const id = newId();
  await insertOverride(ctx.tx, { id, scope, scopeRef }, fields, ctx.now);
  await audit.record(ctx, {
    action: 'pricing_override.create',
    target: target(id),
    reason: note ?? null,
    after: { scope, scopeRef, ...fieldsOf(fields) },
  });
  return (await findOverride(ctx.tx, id)) ?? refuse(notFound);
}

export async function editOverride(ctx: Ctx<Admin>, id: string, edit: OverrideEdit): Promise<OverrideRow> {
  const override = (await lockOverride(ctx.tx, id)) ?? refuse(notFound);
  mustMatch(ctx.ifMatch, override.revision);
  const { scope = override.scope, scopeRef = override.scopeRef, note } = edit;
  const moved = [
    ...(scope === override.scope ? [] : ['scope']),
    ...(normalized(override.scope, scopeRef) === override.scopeRef ? [] : ['scopeRef']),
  ];
  const currentState = override.active ? 'active' : 'inactive';
  if (moved.length > 0) refuse(fieldLocked, { fields: moved, currentState });
  const fields = edited(override, edit, ctx.now);
  const { before, after } = differences(fieldsOf(override), fieldsOf(fields));
  if (Object.keys(after).length === 0) return override;
  await updateOverride(ctx.tx, id, fields, ctx.now);
  const reason = note ?? null;
  await audit.record(ctx, { action: 'pricing_override.update', target: target(id), reason, before, after });
  return (await findOverride(ctx.tx, id)) ?? refuse(notFound);
}

function differences(old: Readonly<Record<string, unknown>>, given: Readonly<Record<string, unknown>>) {
  const changed = Object.keys(given).filter((name) => given[name] !== old[name]);
  const only = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.map((name) => [name, from[name]]));
  return { before: only(old), after: only(given) };
}

export async function deleteOverride(ctx: Ctx<Admin>, id: string): Promise<void> {
  const override = (await lockOverride(ctx.tx, id)) ?? refuse(notFound);
  const { scope, scopeRef } = override;
  await removeOverride(ctx.tx, id, ctx.now);
  await audit.record(ctx, {
    action: 'pricing_override.delete',
    target: target(id),
    before: { scope, scopeRef, ...fieldsOf(override) },
  });
}

export async function undelete(ctx: Ctx<Admin>, id: string, scope: Scope, scopeRef: string): Promise<void> {
  await mustExist(ctx, scope, scopeRef);
  await restoreOverride(ctx.tx, id, ctx.now);
  const override = (await findOverride(ctx.tx, id)) ?? refuse(notFound);
  const after = { scope, scopeRef, ...fieldsOf(override) };
  await audit.record(ctx, { action: 'pricing_override.create', target: target(id), after });
}

/** Sets the default price. `initial` is the one of the configuration. */
export async function setDefault(ctx: Ctx<Admin>, coins: number, note: string | undefined, initial: number) {
  const config = await lockConfig(ctx.tx);
  mustMatch(ctx.ifMatch, config.revision);
  // A price equal to the configured one is stored too, so that it stays when the configuration changes.
  if (config.defaultCoins === coins) return;
  await updateConfig(ctx.tx, coins, ctx.now);
  await audit.record(ctx, {
    action: 'pricing_config.update',
    target: { type: 'pricing_config', id: 'default' },
    reason: note ?? null,
    before: { defaultCoinsPerEpisode: config.defaultCoins ?? initial },
    after: { defaultCoinsPerEpisode: coins },
  });
}

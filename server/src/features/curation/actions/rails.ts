import { notFound, refuse, refuseField, staleWrite } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { isId } from '../../../kit/http/schema.ts';
import { newId } from '../../../kit/id.ts';
import { mustMatch } from '../../../kit/revision.ts';
import type { Admin } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import { invalidOrder } from '../../catalog/public.ts';
import {
  deleteRail,
  findRail,
  insertRail,
  listSurface,
  lockOrders,
  numberRails,
  type RailFields,
  type RailPlaces,
  type RailRow,
  reviseOrders,
  updateRail,
} from '../rails.sql.ts';
import { faultsInOrder, type RailStatus, type Surface } from '../rules.ts';
import { lockCollectionForShare } from '../sql.ts';

export interface RailEdit {
  surface?: Surface;
  collectionId?: string;
  sort?: number;
  status?: RailStatus;
  note?: string;
}
export type NewRail = RailEdit & Required<Pick<RailEdit, 'surface' | 'collectionId'>>;

const target = (id: string) => ({ type: 'rail', id });

type Placed = RailFields & { readonly surface: Surface };

export const fieldsOf = ({ surface, collectionId, sort, status }: Placed): Placed => ({
  surface,
  collectionId,
  sort,
  status,
});

/** `field` is where the request names it. */
async function collectionOf({ tx }: Ctx<Admin>, given: string, field: string): Promise<string> {
  const id = given.toLowerCase();
  const held = isId(id) ? await lockCollectionForShare(tx, id) : undefined;
  return (held ?? refuse(notFound, { field })).id;
}

const afterLast = (rails: readonly RailRow[]): number => Math.max(-1, ...rails.map(({ sort }) => sort)) + 1;

/** Without a place it comes last. One that is brought back keeps its id. */
export async function createRail(
  ctx: Ctx<Admin>,
  given: NewRail,
  { id = newId(), field = 'collectionId' }: { readonly id?: string; readonly field?: string } = {},
): Promise<RailRow> {
  const { surface, status = 'active', note } = given;
  const collectionId = await collectionOf(ctx, given.collectionId, field);
  await lockOrders(ctx.tx, surface);
  const sort = given.sort ?? afterLast(await listSurface(ctx.tx, surface));
  await insertRail(ctx.tx, { id, surface }, { collectionId, sort, status }, ctx.now);
  await reviseOrders(ctx.tx, surface);
  const after = { surface, collectionId, sort, status };
  await audit.record(ctx, { action: 'rail.create', target: target(id), reason: note ?? null, after });
  return (await findRail(ctx.tx, id)) ?? refuse(notFound);
}

/** The rail as it is once its surface is locked, and the one that it is to be moved to. */
export async function lockRail(ctx: Ctx<Admin>, { id, surface }: Pick<RailRow, 'id' | 'surface'>, moveTo = surface) {
  await lockOrders(ctx.tx, surface, moveTo);
  const rail = (await findRail(ctx.tx, id)) ?? refuse(notFound);
  // Someone moved it meanwhile: the surface that it is on now is not locked.
  return rail.surface === surface ? rail : refuse(staleWrite);
}

export async function editRail(
  ctx: Ctx<Admin>,
  seen: RailRow,
  edit: RailEdit,
  field = 'collectionId',
): Promise<RailRow> {
  const { id } = seen;
  const rail = await lockRail(ctx, seen, edit.surface);
  mustMatch(ctx.ifMatch, rail.revision);
  const { note, collectionId, ...given } = edit;
  const before = fieldsOf(rail);
  const after = fieldsOf({
    ...before,
    ...given,
    collectionId: collectionId === undefined ? rail.collectionId : await collectionOf(ctx, collectionId, field),
  });
  const names = (['surface', 'collectionId', 'sort', 'status'] as const).filter((name) => before[name] !== after[name]);
  if (names.length === 0) return rail;
  await updateRail(ctx.tx, { id, surface: after.surface }, after, ctx.now);
  await reviseOrders(ctx.tx, before.surface, after.surface);
  const only = (from: Placed) => Object.fromEntries(names.map((name) => [name, from[name]]));
  await audit.record(ctx, {
    action: 'rail.update',
    target: target(id),
    reason: note ?? null,
    before: only(before),
    after: only(after),
  });
  return (await findRail(ctx.tx, id)) ?? refuse(notFound);
}

export async function removeRail(ctx: Ctx<Admin>, seen: RailRow): Promise<void> {
  const rail = await lockRail(ctx, seen);
  mustMatch(ctx.ifMatch, rail.revision);
  await deleteRail(ctx.tx, rail.id);
  await reviseOrders(ctx.tx, rail.surface);
  await audit.record(ctx, { action: 'rail.delete', target: target(rail.id), before: { ...fieldsOf(rail) } });
}

export const placesOf = (rails: readonly RailRow[]): RailPlaces => ({
  order: rails.map(({ id }) => id),
  places: rails.map(({ sort }) => sort),
});

/** Puts the rails of a locked surface into an order that names each of them once. */
async function putInOrder(ctx: Ctx<Admin>, surface: Surface, { order, places }: RailPlaces): Promise<RailRow[]> {
  const rails = await listSurface(ctx.tx, surface);
  const before = placesOf(rails);
  const faults = faultsInOrder(before.order, order);
  if (faults) refuse(invalidOrder, faults);
  if (rails.every(({ id, sort }, at) => id === order[at] && sort === places[at])) return rails;
  await numberRails(ctx.tx, { order, places }, ctx.now);
  await reviseOrders(ctx.tx, surface);
  await audit.record(ctx, {
    action: 'rail.reorder',
    target: { type: 'surface', id: surface },
    before: { ...before },
    // With the numbers: what was made or deleted before this can then be undone too, each at its own place.
    after: { order, places },
  });
  return listSurface(ctx.tx, surface);
}

/** Numbers the rails of a surface from 0 in the given order. */
export async function reorderRails(ctx: Ctx<Admin>, surface: Surface, given: readonly string[]): Promise<RailRow[]> {
  mustMatch(ctx.ifMatch, await lockOrders(ctx.tx, surface));
  return putInOrder(ctx, surface, { order: given.map((id) => id.toLowerCase()), places: [...given.keys()] });
}

/** Puts rails back where they stood. Entries of earlier releases have kept no numbers. */
export async function restoreOrder(
  ctx: Ctx<Admin>,
  surface: Surface,
  { order, places }: { readonly order: readonly string[]; readonly places?: readonly number[] },
): Promise<void> {
  await lockOrders(ctx.tx, surface);
  await putInOrder(ctx, surface, { order, places: places ?? [...order.keys()] });
}

export interface ArrangedRail {
  /** Of one that is there. */
  id?: string;
  collectionId?: string;
  status?: RailStatus;
}
export interface Arrangement {
  rails: readonly ArrangedRail[];
  removed?: readonly string[];
  note?: string;
}

/** The rails of a surface by id, each of which an arrangement must name once. */
function mustNameEach(rails: readonly RailRow[], { rails: given, removed = [] }: Arrangement): Map<string, RailRow> {
  const unnamed = given.findIndex(({ id, collectionId }) => id === undefined && collectionId === undefined);
  if (unnamed >= 0) refuseField(`rails.${unnamed}`, 'must name a rail, or the collection of a new one');
  const named = [...given.flatMap(({ id }) => id ?? []), ...removed].map((id) => id.toLowerCase());
  const byId = new Map(rails.map((rail) => [rail.id, rail]));
  const faults = faultsInOrder([...byId.keys()], named);
  if (faults) refuse(invalidOrder, faults);
  return byId;
}

const isOther = (rail: RailRow, { collectionId, status }: Omit<ArrangedRail, 'id'>): boolean =>
  (collectionId ?? rail.collectionId).toLowerCase() !== rail.collectionId || (status ?? rail.status) !== rail.status;

/**
 * Makes a surface what is wanted: rails are removed, changed and added, and then put in order. All of it or nothing, and
 * each with an entry of its own, as if it were done one by one.
 */
export async function arrangeSurface(ctx: Ctx<Admin>, surface: Surface, wanted: Arrangement): Promise<void> {
  mustMatch(ctx.ifMatch, await lockOrders(ctx.tx, surface));
  const byId = mustNameEach(await listSurface(ctx.tx, surface), wanted);
  const railOf = (id: string): RailRow => byId.get(id.toLowerCase()) ?? refuse(notFound);
  // The surface as a whole is the edition that was looked at.
  const each: Ctx<Admin> = { ...ctx, ifMatch: undefined };
  const note = wanted.note === undefined ? {} : { note: wanted.note };
  for (const id of wanted.removed ?? []) await removeRail(each, railOf(id));
  const order: string[] = [];
  for (const [place, { id, ...fields }] of wanted.rails.entries()) {
    const { collectionId } = fields;
    const field = `rails.${place}.collectionId`;
    if (id !== undefined) {
      const rail = railOf(id);
      if (isOther(rail, fields)) await editRail(each, rail, { ...fields, ...note }, field);
      order.push(rail.id);
    } else if (collectionId !== undefined) {
      order.push((await createRail(each, { surface, ...fields, collectionId, ...note }, { field })).id);
    }
  }
  const left = await listSurface(ctx.tx, surface);
  if (left.some(({ id }, place) => id !== order[place])) await reorderRails(each, surface, order);
}

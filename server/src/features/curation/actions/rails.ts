import type { Static } from 'typebox';
import { notFound, refuse, refuseField, staleWrite } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { isId } from '../../../kit/http/schema.ts';
import { newId } from '../../../kit/id.ts';
import { mustMatch } from '../../../kit/revision.ts';
import type { Admin } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import { mustListEachOnce } from '../../catalog/public.ts';
import type { ArrangeBody, CreateRailBody, RailFields, RailRow, UpdateRailBody } from '../schema.ts';
import {
  deleteRail,
  findRail,
  insertRail,
  listSurface,
  lockCollectionForShare,
  lockOrders,
  numberRails,
  type RailPlaces,
  reviseOrders,
  updateRail,
} from '../sql.ts';

type NewRail = Static<typeof CreateRailBody>;
type RailEdit = Static<typeof UpdateRailBody>;
type Arrangement = Static<typeof ArrangeBody>;
type ArrangedRail = Arrangement['rails'][number];
type Surface = RailRow['surface'];

const target = (id: string) => ({ type: 'rail', id });

export const fieldsOf = ({ surface, collectionId, sort, status }: RailFields): RailFields => ({
  surface,
  collectionId,
  sort,
  status,
});

/** `field` is that of the request. */
async function collectionOf({ tx }: Ctx<Admin>, given: string, field: string): Promise<string> {
  const id = given.toLowerCase();
  const found = isId(id) ? await lockCollectionForShare(tx, id) : undefined;
  return (found ?? refuse(notFound, { field })).id;
}

const afterLast = (rails: readonly RailRow[]): number => Math.max(-1, ...rails.map(({ sort }) => sort)) + 1;

/** Last on the surface by default. A restored rail has its previous id. */
export async function createRail(
  ctx: Ctx<Admin>,
  given: NewRail,
  { id = newId(), field = 'collectionId' }: { readonly id?: string; readonly field?: string } = {},
): Promise<RailRow> {
  const { surface, status = 'active', note } = given;
  const collectionId = await collectionOf(ctx, given.collectionId, field);
  await lockOrders(ctx.tx, surface);
  const sort = given.sort ?? afterLast(await listSurface(ctx.tx, surface));
  const after = { surface, collectionId, sort, status };
  await insertRail(ctx.tx, id, after, ctx.now);
  await reviseOrders(ctx.tx, surface);
  await audit.record(ctx, { action: 'rail.create', target: target(id), reason: note ?? null, after });
  return (await findRail(ctx.tx, id)) ?? refuse(notFound);
}

/** Locks the surface of a rail, and the one it moves to, before it reads the rail again. */
export async function lockRail(ctx: Ctx<Admin>, { id, surface }: Pick<RailRow, 'id' | 'surface'>, moveTo = surface) {
  await lockOrders(ctx.tx, surface, moveTo);
  const rail = (await findRail(ctx.tx, id)) ?? refuse(notFound);
  // If it was moved concurrently, its surface is not locked.
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
  await updateRail(ctx.tx, id, after, ctx.now);
  await reviseOrders(ctx.tx, before.surface, after.surface);
  const only = (from: RailFields) => Object.fromEntries(names.map((name) => [name, from[name]]));
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

/** The surface is locked, and the order must list each of its rails once. */
async function putInOrder(ctx: Ctx<Admin>, surface: Surface, { order, places }: RailPlaces): Promise<RailRow[]> {
  const rails = await listSurface(ctx.tx, surface);
  const before = placesOf(rails);
  mustListEachOnce(before.order, order);
  if (rails.every(({ id, sort }, at) => id === order[at] && sort === places[at])) return rails;
  await numberRails(ctx.tx, { order, places }, ctx.now);
  await reviseOrders(ctx.tx, surface);
  await audit.record(ctx, {
    action: 'rail.reorder',
    target: { type: 'surface', id: surface },
    before: { ...before },
    // The numbers allow the undo of rails created or deleted before.
    after: { order, places },
  });
  return listSurface(ctx.tx, surface);
}

/** Numbers the rails of a surface from 0 in the given order. */
export async function reorderRails(ctx: Ctx<Admin>, surface: Surface, given: readonly string[]): Promise<RailRow[]> {
  mustMatch(ctx.ifMatch, await lockOrders(ctx.tx, surface));
  return putInOrder(ctx, surface, { order: given.map((id) => id.toLowerCase()), places: [...given.keys()] });
}

/** Restores the order of rails. Entries of earlier releases have no numbers. */
export async function restoreOrder(
  ctx: Ctx<Admin>,
  surface: Surface,
  { order, places }: { readonly order: readonly string[]; readonly places?: readonly number[] },
): Promise<void> {
  await lockOrders(ctx.tx, surface);
  await putInOrder(ctx, surface, { order, places: places ?? [...order.keys()] });
}

/** The rails of a surface by id, each of which an arrangement must list once. */
function railsById(rails: readonly RailRow[], { rails: given, removed = [] }: Arrangement): Map<string, RailRow> {
  const unnamed = given.findIndex(({ id, collectionId }) => id === undefined && collectionId === undefined);
  if (unnamed >= 0) refuseField(`rails.${unnamed}`, 'must name a rail, or the collection of a new one');
  const listed = [...given.flatMap(({ id }) => id ?? []), ...removed];
  const byId = new Map(rails.map((rail) => [rail.id, rail]));
  mustListEachOnce([...byId.keys()], listed);
  return byId;
}

const isEdited = (rail: RailRow, { collectionId, status }: Omit<ArrangedRail, 'id'>): boolean =>
  (collectionId ?? rail.collectionId).toLowerCase() !== rail.collectionId || (status ?? rail.status) !== rail.status;

/** Removes, edits, creates and reorders rails of a surface, each with an audit entry of its own. */
export async function arrangeSurface(ctx: Ctx<Admin>, surface: Surface, wanted: Arrangement): Promise<void> {
  mustMatch(ctx.ifMatch, await lockOrders(ctx.tx, surface));
  const byId = railsById(await listSurface(ctx.tx, surface), wanted);
  const railOf = (id: string): RailRow => byId.get(id.toLowerCase()) ?? refuse(notFound);
  // `If-Match` is the revision of the surface, not of its rails.
  const each: Ctx<Admin> = { ...ctx, ifMatch: undefined };
  const note = wanted.note === undefined ? {} : { note: wanted.note };
  for (const id of wanted.removed ?? []) await removeRail(each, railOf(id));
  const order: string[] = [];
  for (const [place, { id, ...fields }] of wanted.rails.entries()) {
    const { collectionId } = fields;
    const field = `rails.${place}.collectionId`;
    if (id !== undefined) {
      const rail = railOf(id);
      if (isEdited(rail, fields)) await editRail(each, rail, { ...fields, ...note }, field);
      order.push(rail.id);
    } else if (collectionId !== undefined) {
      order.push((await createRail(each, { surface, ...fields, collectionId, ...note }, { field })).id);
    }
  }
  const left = await listSurface(ctx.tx, surface);
  if (left.some(({ id }, place) => id !== order[place])) await reorderRails(each, surface, order);
}

import { type Static, type TSchema, Type } from 'typebox';
import { notFound, refuse, staleWrite } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { Id, nullable, oneOf, Translations } from '../../../kit/http/schema.ts';
import { parseStoredJson } from '../../../kit/json.ts';
import type { Admin } from '../../access/public.ts';
import type { PastChange, UndoKind, UndoPlan } from '../../audit/public.ts';
import { invalidOrder, slugTaken } from '../../catalog/public.ts';
import { collectionInUse } from '../errors.ts';
import { findRail, listReel, listSurface, lockOrders } from '../rails.sql.ts';
import { collectionTypes, railStatuses, surfaces } from '../rules.ts';
import { CollectionRule } from '../schema.ts';
import { listKnownSeries, lockCollection } from '../sql.ts';
import { removeCollection, restoreCollection, restoreFields, setItems, wholeOf } from './collections.ts';
import { createRail, editRail, fieldsOf, lockRail, placesOf, removeRail, restoreOrder } from './rails.ts';
import { entriesOf, setReel } from './reel.ts';

const Rail = Type.Object({
  surface: oneOf(surfaces),
  collectionId: Id,
  sort: Type.Integer(),
  status: oneOf(railStatuses),
});
const Order = Type.Object({ order: Type.Array(Id), places: Type.Optional(Type.Array(Type.Integer())) });
const Items = Type.Object({ items: Type.Array(Type.Object({ seriesId: Id, sort: Type.Integer() })) });
const Fields = Type.Object({ titleI18n: Translations, explanation: Type.String(), rule: nullable(CollectionRule) });
const Whole = Type.Object({
  slug: Type.String(),
  type: oneOf(collectionTypes),
  ...Fields.properties,
  ...Items.properties,
});
const Entries = Type.Object({
  entries: Type.Array(Type.Object({ seriesId: Id, editorialHeroScore: Type.Integer() })),
});
const Surface = oneOf(surfaces);

type Lock = UndoPlan['lock'];
type Work = (ctx: Ctx<Admin>) => Promise<unknown>;

const plan = (lock: Lock, work: Work, relatedEntries?: UndoPlan['relatedEntries']): UndoPlan => ({
  lock,
  ...(relatedEntries && { relatedEntries }),
  undo: async (ctx) => {
    await work(ctx);
    return 'undone';
  },
});

/** What is done with what stood there before; nothing where the entry has kept it in another shape. */
const withKept = <Shape extends TSchema>(
  shape: Shape,
  value: unknown,
  planOf: (kept: Static<Shape>) => UndoPlan | undefined,
): UndoPlan | undefined => {
  const kept = parseStoredJson(shape, value);
  return kept === undefined ? undefined : planOf(kept);
};

const collectionLock =
  ({ targetId }: PastChange): Lock =>
  async ({ tx }) => {
    const found = await lockCollection(tx, targetId);
    return found ? wholeOf(found) : null;
  };

const railNow = async ({ tx }: Ctx<Admin>, id: string) => (await findRail(tx, id)) ?? refuse(notFound);

/** Both surfaces at once where it goes back to another one: whoever moves rails locks them in one order. */
const railLock =
  ({ targetId }: PastChange, backTo?: Static<typeof Surface>): Lock =>
  async (ctx) => {
    const seen = await findRail(ctx.tx, targetId);
    return seen ? { ...fieldsOf(await lockRail(ctx, seen, backTo)) } : null;
  };

/** The place of a rail changes with the order of its surface. */
const orderOfSurface =
  ({ targetId }: PastChange): UndoPlan['relatedEntries'] =>
  async ({ tx }) => {
    const rail = await findRail(tx, targetId);
    return rail && { targetIds: [rail.surface] };
  };

/** A rail that is gone has no surface any more but the one that it was on. */
const goneRailLock =
  (id: string, surface: Static<typeof Surface>): Lock =>
  async ({ tx }) => {
    await lockOrders(tx, surface);
    const found = await findRail(tx, id);
    return found ? { ...fieldsOf(found) } : null;
  };

const orderLock =
  (surface: Static<typeof Surface>): Lock =>
  async ({ tx }) => {
    await lockOrders(tx, surface);
    return { ...placesOf(await listSurface(tx, surface)) };
  };

const reelLock: Lock = async ({ tx }) => {
  await lockOrders(tx, 'preview_reel');
  return { entries: entriesOf(await listReel(tx)) };
};

/** Series that were deleted since do not come back with a list; it would have lost them too. */
async function stillThere<Item extends { readonly seriesId: string }>(
  { tx }: Ctx<Admin>,
  items: readonly Item[],
): Promise<Item[]> {
  const known = await listKnownSeries(
    tx,
    items.map(({ seriesId }) => seriesId),
  );
  return items.filter(({ seriesId }) => known.has(seriesId));
}

type PlanFor = (change: PastChange) => UndoPlan | undefined;

const railPlans: Readonly<Record<string, PlanFor>> = {
  'rail.create': (change) =>
    plan(railLock(change), async (ctx) => removeRail(ctx, await railNow(ctx, change.targetId)), orderOfSurface(change)),
  'rail.update': (change) =>
    withKept(Type.Partial(Rail), change.before, (before) =>
      plan(
        railLock(change, before.surface),
        async (ctx) => editRail(ctx, await railNow(ctx, change.targetId), before),
        orderOfSurface(change),
      ),
    ),
  'rail.delete': ({ targetId: id, before }) =>
    withKept(Rail, before, (rail) => plan(goneRailLock(id, rail.surface), (ctx) => createRail(ctx, rail, { id }))),
  'rail.reorder': ({ targetId, before }) =>
    withKept(Surface, targetId, (surface) =>
      withKept(Order, before, (kept) =>
        plan(
          orderLock(surface),
          (ctx) => restoreOrder(ctx, surface, kept),
          // Rails that were made, moved or deleted since.
          async () => ({ targetIds: kept.order, content: { surface } }),
        ),
      ),
    ),
};

const collectionPlans: Readonly<Record<string, PlanFor>> = {
  'collection.create': (change) => plan(collectionLock(change), (ctx) => removeCollection(ctx, change.targetId)),
  'collection.update': (change) =>
    withKept(Type.Partial(Fields), change.before, (before) =>
      plan(collectionLock(change), (ctx) => restoreFields(ctx, change.targetId, before)),
    ),
  'collection.set_items': (change) =>
    withKept(Items, change.before, ({ items }) =>
      plan(collectionLock(change), async (ctx) => setItems(ctx, change.targetId, await stillThere(ctx, items))),
    ),
  'collection.delete': (change) =>
    withKept(Whole, change.before, (whole) =>
      plan(collectionLock(change), async (ctx) =>
        restoreCollection(ctx, change.targetId, { ...whole, items: await stillThere(ctx, whole.items) }),
      ),
    ),
};

const plans: Readonly<Record<string, PlanFor>> = {
  ...railPlans,
  ...collectionPlans,
  'preview_reel.update': ({ before }) =>
    withKept(Entries, before, ({ entries }) =>
      plan(reelLock, async (ctx) => setReel(ctx, await stillThere(ctx, entries))),
    ),
};

export const undoCuration: UndoKind = {
  actions: Object.keys(plans),
  permission: 'curation:write',
  errors: [notFound, invalidOrder, slugTaken, collectionInUse, staleWrite],
  planFor: (change) => plans[change.action]?.(change),
};

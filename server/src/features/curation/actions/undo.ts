import { type Static, type TSchema, Type } from 'typebox';
import { notFound, refuse, staleWrite } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { Id, nullable, oneOf, Translations } from '../../../kit/http/schema.ts';
import { parseStoredJson } from '../../../kit/json.ts';
import type { Admin } from '../../access/public.ts';
import type { PastChange, UndoKind, UndoPlan } from '../../audit/public.ts';
import { invalidOrder, slugTaken } from '../../catalog/public.ts';
import { collectionInUse } from '../errors.ts';
import { collectionTypes, surfaces } from '../rules.ts';
import { CollectionRule, Rail as RailReply } from '../schema.ts';
import { findRail, listKnownSeries, listReel, listSurface, lockCollection, lockOrders } from '../sql.ts';
import { editCollection, removeCollection, restoreCollection, setItems, storedOf } from './collections.ts';
import { createRail, editRail, fieldsOf, lockRail, placesOf, removeRail, restoreOrder } from './rails.ts';
import { entriesOf, setReel } from './reel.ts';

/** The fields that audit entries store. */
const Rail = Type.Pick(RailReply, ['surface', 'collectionId', 'sort', 'status']);
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

const plan = (
  lock: Lock,
  work: (ctx: Ctx<Admin>) => Promise<unknown>,
  relatedEntries?: UndoPlan['relatedEntries'],
): UndoPlan => ({
  lock,
  ...(relatedEntries && { relatedEntries }),
  undo: async (ctx) => {
    await work(ctx);
    return 'undone';
  },
});

/** A plan with the stored values; none if an earlier release stored them in another shape. */
const withStored = <Shape extends TSchema>(
  shape: Shape,
  value: unknown,
  planOf: (stored: Static<Shape>) => UndoPlan | undefined,
): UndoPlan | undefined => {
  const stored = parseStoredJson(shape, value);
  return stored === undefined ? undefined : planOf(stored);
};

const collectionLock =
  ({ targetId }: PastChange): Lock =>
  async ({ tx }) => {
    const found = await lockCollection(tx, targetId);
    return found ? storedOf(found) : null;
  };

const currentRail = async ({ tx }: Ctx<Admin>, id: string) => (await findRail(tx, id)) ?? refuse(notFound);

/** Locks both surfaces at once if the rail moves back, because surfaces are locked in one order everywhere. */
const railLock =
  ({ targetId }: PastChange, previous?: Static<typeof Surface>): Lock =>
  async (ctx) => {
    const seen = await findRail(ctx.tx, targetId);
    return seen ? { ...fieldsOf(await lockRail(ctx, seen, previous)) } : null;
  };

/** A reorder of the surface changes the place of a rail. */
const orderOfSurface =
  ({ targetId }: PastChange): UndoPlan['relatedEntries'] =>
  async ({ tx }) => {
    const rail = await findRail(tx, targetId);
    return rail && { targetIds: [rail.surface] };
  };

const deletedRailLock =
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

/** Series that have been deleted since are not restored to a list. */
async function existing<Item extends { readonly seriesId: string }>(
  { tx }: Ctx<Admin>,
  items: readonly Item[],
): Promise<Item[]> {
  const ids = items.map(({ seriesId }) => seriesId);
  const known = await listKnownSeries(tx, ids);
  return items.filter(({ seriesId }) => known.has(seriesId));
}

/** Languages that the change added are removed. */
const titlesOf = ({ titleI18n }: Partial<Static<typeof Fields>>) =>
  titleI18n && { titleI18n: { en: null, ar: null, id: null, ...titleI18n } };

const plans: Readonly<Record<string, (change: PastChange) => UndoPlan | undefined>> = {
  'rail.create': (change) =>
    plan(
      railLock(change),
      async (ctx) => removeRail(ctx, await currentRail(ctx, change.targetId)),
      orderOfSurface(change),
    ),
  'rail.update': (change) =>
    withStored(Type.Partial(Rail), change.before, (before) =>
      plan(
        railLock(change, before.surface),
        async (ctx) => editRail(ctx, await currentRail(ctx, change.targetId), before),
        orderOfSurface(change),
      ),
    ),
  'rail.delete': ({ targetId: id, before }) =>
    withStored(Rail, before, (rail) => plan(deletedRailLock(id, rail.surface), (ctx) => createRail(ctx, rail, { id }))),
  'rail.reorder': ({ targetId, before }) =>
    withStored(Surface, targetId, (surface) =>
      withStored(Order, before, (stored) =>
        plan(
          orderLock(surface),
          (ctx) => restoreOrder(ctx, surface, stored),
          // Rails that were created, moved or deleted since.
          async () => ({ targetIds: stored.order, content: { surface } }),
        ),
      ),
    ),
  'collection.create': (change) => plan(collectionLock(change), (ctx) => removeCollection(ctx, change.targetId)),
  'collection.update': (change) =>
    withStored(Type.Partial(Fields), change.before, (before) =>
      plan(collectionLock(change), (ctx) => editCollection(ctx, change.targetId, { ...before, ...titlesOf(before) })),
    ),
  'collection.set_items': (change) =>
    withStored(Items, change.before, ({ items }) =>
      plan(collectionLock(change), async (ctx) => setItems(ctx, change.targetId, await existing(ctx, items))),
    ),
  'collection.delete': (change) =>
    withStored(Whole, change.before, (whole) =>
      plan(collectionLock(change), async (ctx) =>
        restoreCollection(ctx, change.targetId, { ...whole, items: await existing(ctx, whole.items) }),
      ),
    ),
  'preview_reel.update': ({ before }) =>
    withStored(Entries, before, ({ entries }) =>
      plan(reelLock, async (ctx) => setReel(ctx, await existing(ctx, entries))),
    ),
};

export const undoCuration: UndoKind = {
  actions: Object.keys(plans),
  permission: 'curation:write',
  errors: [notFound, invalidOrder, slugTaken, collectionInUse, staleWrite],
  planFor: (change) => plans[change.action]?.(change),
};

import type { Db } from '../../../kit/db/database.ts';
import { invalidTransition, notFound, refuse } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { allowedMoves } from '../../../kit/workflow.ts';
import { type Admin, hasPermission, permissionCheck } from '../../access/public.ts';
import * as approvals from '../../approvals/public.ts';
import * as audit from '../../audit/public.ts';
import { deletableIn, workflow } from '../../catalog/public.ts';
import { type Item, idsOf, items } from '../items.ts';
import type { PublishingPorts } from '../ports.ts';
import type { ItemType } from '../rules.ts';
import { cancelOpen } from '../sql.ts';

/** Locks what is to be removed, or says why it must stay: asked at the request and again when it is approved. */
async function lockDeletable(ctx: Ctx<Admin>, type: ItemType, id: string): Promise<Item> {
  const item = (await items[type].lock(ctx.tx, id)) ?? refuse(notFound);
  if (deletableIn.includes(item.status)) return item;
  const allowed = allowedMoves(workflow, item.status, permissionCheck(ctx.caller));
  return refuse(invalidTransition, { currentState: item.status, allowed });
}

/** Takes a series with its episodes, or one episode, out of the catalog; the rows stay. */
async function remove(ctx: Ctx<Admin>, ports: PublishingPorts, type: ItemType, id: string): Promise<void> {
  const item = await lockDeletable(ctx, type, id);
  const episodeIds = idsOf(item.episodes);
  const unlockedViewers = await ports.unlocks.countUnlockers(ctx.tx, episodeIds);
  await items[type].remove(ctx.tx, item, ctx.now);
  const schedules = await cancelOpen(ctx.tx, episodeIds);
  const { title, status } = item;
  await audit.record(ctx, {
    action: `${type}.delete`,
    target: { type, id },
    before: { title, status, episodes: episodeIds.length, unlockedViewers, ...(schedules.length > 0 && { schedules }) },
    after: { status: 'removed' },
  });
}

async function describe(
  db: Db,
  { files }: PublishingPorts,
  type: ItemType,
  ids: readonly string[],
  { permissions }: approvals.Viewer,
): Promise<ReadonlyMap<string, approvals.Target>> {
  const rows = hasPermission(permissions, 'catalog:read') ? await items[type].listNames(db, ids) : [];
  const pictures = await files.findAssets(
    db,
    rows.flatMap(({ assetId }) => assetId ?? []),
  );
  return new Map(
    rows.map(({ id, label, labelI18n, status, assetId }) => {
      const pictureUrl = pictures.get(assetId ?? '')?.url ?? null;
      return [id, { label, labelI18n, pictureUrl, status }];
    }),
  );
}

/** The removal of a series or an episode, which takes two people. */
export const removalOf = (type: ItemType, ports: PublishingPorts): approvals.ApprovalKind => ({
  kind: `${type}_delete`,
  targetType: type,
  requesters: ['catalog:delete'],
  deciders: { permission: 'catalog:delete' },
  askedOnce: true,
  errors: [notFound, invalidTransition],
  describe: (db, ids, viewer) => describe(db, ports, type, ids, viewer),
  execute: async (ctx, id) => {
    await remove(ctx, ports, type, id);
    return { id };
  },
});

export async function requestRemoval(ctx: Ctx<Admin>, ports: PublishingPorts, type: ItemType, id: string) {
  const { title } = await lockDeletable(ctx, type, id);
  const asked = { targetId: id, reason: 'two_person_rule', payload: { title } };
  return approvals.request(ctx, removalOf(type, ports), asked);
}

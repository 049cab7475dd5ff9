import { Type } from 'typebox';
import type { Db, Tx } from '../../../kit/db/database.ts';
import { invalidTransition, notFound, refuse } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { parseOrUndefined } from '../../../kit/http/validate.ts';
import { maskContacts } from '../../../kit/mask.ts';
import { allowedMoves } from '../../../kit/workflow.ts';
import { type Admin, hasPermission, permissionCheck } from '../../access/public.ts';
import * as approvals from '../../approvals/public.ts';
import * as audit from '../../audit/public.ts';
import { deletableIn, listEpisodeTitles, pictureUrls, workflow } from '../../catalog/public.ts';
import { type Item, idsOf, items } from '../items.ts';
import type { PublishingPorts } from '../ports.ts';
import type { ItemType } from '../rules.ts';
import { cancelOpen } from '../sql.ts';

/** Checked at the request and again at approval. */
async function lockDeletable(ctx: Ctx<Admin>, type: ItemType, id: string): Promise<Item> {
  const item = (await items[type].lock(ctx.tx, id)) ?? refuse(notFound);
  if (deletableIn.includes(item.status)) return item;
  const allowed = allowedMoves(workflow, item.status, permissionCheck(ctx.caller));
  return refuse(invalidTransition, { currentState: item.status, allowed });
}

/** Cancels schedules of episodes, and returns them by date. */
async function cancelReleases(tx: Tx, episodeIds: readonly string[]) {
  const cancelled = await cancelOpen(tx, episodeIds);
  if (cancelled.length === 0) return [];
  const episodes = new Map((await listEpisodeTitles(tx, episodeIds)).map((episode) => [episode.id, episode]));
  return cancelled
    .sort((a, b) => a.runAt.getTime() - b.runAt.getTime())
    .map(({ refId, runAt }) => {
      const { episodeNumber = null, title = null } = episodes.get(refId) ?? {};
      return { episodeNumber, title, runAt };
    });
}

/** Rows are kept. */
async function remove(
  ctx: Ctx<Admin>,
  ports: PublishingPorts,
  type: ItemType,
  id: string,
  reason: string | null,
): Promise<void> {
  const item = await lockDeletable(ctx, type, id);
  const episodeIds = idsOf(item.episodes);
  const unlockedViewers = await ports.unlocks.countUnlockers(ctx.tx, episodeIds);
  await items[type].remove(ctx.tx, item, ctx.now);
  const releases = await cancelReleases(ctx.tx, episodeIds);
  const { title, status } = item;
  await audit.record(ctx, {
    action: `${type}.delete`,
    target: { type, id },
    before: { title, status, episodes: episodeIds.length, unlockedViewers, ...(releases.length > 0 && { releases }) },
    after: { status: 'removed' },
    ...(reason !== null && { reason }),
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
  const pictures = rows.map(({ assetId }) => assetId);
  const urlOf = await pictureUrls(db, files, pictures);
  return new Map(rows.map(({ id, assetId, ...named }) => [id, { ...named, pictureUrl: urlOf(assetId) }]));
}

/** Requires approval by a second person. */
export const removalOf = (type: ItemType, ports: PublishingPorts): approvals.ApprovalKind => ({
  kind: `${type}_delete`,
  targetType: type,
  requesters: ['catalog:delete'],
  deciders: { permission: 'catalog:delete' },
  dedupeByTarget: true,
  errors: [notFound, invalidTransition],
  describe: (db, ids, viewer) => describe(db, ports, type, ids, viewer),
  execute: async (ctx, id, payload) => {
    await remove(ctx, ports, type, id, readPayload(payload)?.reason ?? null);
    return { id };
  },
});

const readPayload = parseOrUndefined(Type.Object({ reason: Type.Optional(Type.String()) }));

export async function requestRemoval(
  ctx: Ctx<Admin>,
  ports: PublishingPorts,
  type: ItemType,
  id: string,
  note: string | undefined,
) {
  const kind = removalOf(type, ports);
  await approvals.closeStale(ctx, kind, id);
  const { title } = await lockDeletable(ctx, type, id);
  const reason = note && maskContacts(note.trim());
  const request = { targetId: id, reason: 'two_person_rule', payload: { title, ...(reason && { reason }) } };
  return approvals.request(ctx, kind, request);
}

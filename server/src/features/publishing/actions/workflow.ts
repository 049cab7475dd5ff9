import type { Tx } from '../../../kit/db/database.ts';
import { notFound, refuse } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { mustMatch } from '../../../kit/revision.ts';
import { moveTo } from '../../../kit/workflow.ts';
import { type Admin, permissionCheck } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import { filesOf, type State, workflow } from '../../catalog/public.ts';
import { type Item, idsOf, items } from '../items.ts';
import type { PublishingPorts } from '../ports.ts';
import { type ItemType, type Warning, warningsBeforePublishing } from '../rules.ts';
import { cancelOpen } from '../sql.ts';

/** Moves a series or an episode along its workflow, and says what viewers would miss or lose by it. */
export async function act(
  ctx: Ctx<Admin>,
  ports: PublishingPorts,
  type: ItemType,
  id: string,
  { action, note }: { action: string; note?: string },
): Promise<Warning[]> {
  const item = (await items[type].lock(ctx.tx, id)) ?? refuse(notFound);
  mustMatch(ctx.ifMatch, item.revision);
  const to = moveTo(workflow, action, item.status, permissionCheck(ctx.caller));
  const warnings = await warningsOf(ctx.tx, ports, item, action);
  await items[type].setState(ctx.tx, id, to, ctx.now);
  // Only what is scheduled has an open schedule.
  const [cancelled] = item.status === 'scheduled' ? await cancelOpen(ctx.tx, [id]) : [];
  const entry = entryOf(item, action, to, warnings);
  await audit.record(ctx, { ...entry, before: { ...entry.before, ...cancelled }, reason: note ?? null });
  return warnings;
}

export async function warningsOf(tx: Tx, ports: PublishingPorts, item: Item, action: string): Promise<Warning[]> {
  if (action === 'submit' || action === 'publish') {
    const files = await filesOf(tx, ports.files, item.shown);
    return warningsBeforePublishing(
      item.targetLanguages,
      item.shown.map(({ id }) => files(id)),
    );
  }
  const count = action === 'restore' ? await ports.unlocks.countUnlockers(tx, idsOf(item.episodes)) : 0;
  return count > 0 ? [{ code: 'unlocked_users_lose_access', count }] : [];
}

/** What the record says of a move; missing captions are flagged. */
export function entryOf(item: Item, action: string, to: State, warnings: readonly Warning[]): audit.AuditEntry {
  const languages = warnings.find(({ code }) => code === 'missing_captions')?.languages;
  return {
    action: `${item.type}.${action}`,
    target: { type: item.type, id: item.id },
    before: { status: item.status },
    after: { status: to },
    flags: { ...(languages && { missing_captions: languages }) },
  };
}

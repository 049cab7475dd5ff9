import type { Static } from 'typebox';
import type { Tx } from '../../kit/db/database.ts';
import { notFound, refuse, validationFailed } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { isId } from '../../kit/http/schema.ts';
import { newId } from '../../kit/id.ts';
import { differences } from '../../kit/json.ts';
import { mustMatch } from '../../kit/revision.ts';
import type { Admin } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import { faultsIn, normalized, type SegmentRule } from './rules.ts';
import type { CreateSegmentBody, SegmentRow, UpdateSegmentBody } from './schema.ts';
import { deleteSegment, findSegment, insertSegment, lockSegment, lockSegmentForShare, updateSegment } from './sql.ts';

const target = (id: string) => ({ type: 'segment', id });

/** Validates a rule and returns it as stored. */
export function checkedRule(given: SegmentRule): SegmentRule {
  const details = faultsIn(given);
  if (details.length > 0) refuse(validationFailed, { details });
  return normalized(given);
}

export async function createSegment(ctx: Ctx<Admin>, given: Static<typeof CreateSegmentBody>): Promise<SegmentRow> {
  const id = newId();
  const fields = { name: given.name.trim(), rule: checkedRule(given.rule) };
  await insertSegment(ctx.tx, id, fields, ctx.now);
  await audit.record(ctx, { action: 'segment.create', target: target(id), reason: given.note ?? null, after: fields });
  return (await findSegment(ctx.tx, id)) ?? refuse(notFound);
}

export async function editSegment(
  ctx: Ctx<Admin>,
  id: string,
  edit: Static<typeof UpdateSegmentBody>,
): Promise<SegmentRow> {
  const segment = (await lockSegment(ctx.tx, id)) ?? refuse(notFound);
  mustMatch(ctx.ifMatch, segment.revision);
  const fields = {
    name: edit.name?.trim() ?? segment.name,
    rule: edit.rule ? checkedRule(edit.rule) : segment.rule,
  };
  const changes = differences({ name: segment.name, rule: segment.rule }, fields);
  if (!changes) return segment;
  await updateSegment(ctx.tx, id, fields, ctx.now);
  await audit.record(ctx, {
    action: 'segment.update',
    target: target(id),
    reason: edit.note ?? null,
    ...changes,
  });
  return (await findSegment(ctx.tx, id)) ?? refuse(notFound);
}

/** A foreign key refuses to delete a segment in use. */
export async function removeSegment(ctx: Ctx<Admin>, id: string): Promise<void> {
  const { name, rule } = (await lockSegment(ctx.tx, id)) ?? refuse(notFound);
  await deleteSegment(ctx.tx, id);
  await audit.record(ctx, { action: 'segment.delete', target: target(id), before: { name, rule } });
}

/** Locks the segment that something targets, so that it is not deleted meanwhile; null means all users. */
export async function lockTarget(tx: Tx, given: string | null): Promise<string | null> {
  if (given === null) return null;
  const id = given.toLowerCase();
  const segment = isId(id) ? await lockSegmentForShare(tx, id) : undefined;
  return (segment ?? refuse(notFound, { field: 'segmentId' })).id;
}

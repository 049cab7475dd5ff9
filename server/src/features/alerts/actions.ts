import { afterCommit, type Tx } from '../../kit/db/database.ts';
import { notFound, refuse } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { newId } from '../../kit/id.ts';
import { moveTo } from '../../kit/workflow.ts';
import type { Admin } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import { type AlertKind, alertMoves, kindsFor, mayAcknowledge } from './rules.ts';
import type { AlertRow } from './schema.ts';
import {
  type Finding,
  findAlert,
  insertAlert,
  lockAlert,
  lockUnresolved,
  markAcknowledged,
  resolveAlerts,
  updateAlert,
} from './sql.ts';

const target = (id: string) => ({ type: 'alert', id });

/** Records that an admin is aware of an alert. It stays open until its condition ends. */
export async function acknowledge(ctx: Ctx<Admin>, id: string, note: string | null): Promise<AlertRow> {
  const { permissions } = ctx.caller;
  const kinds = kindsFor(permissions);
  const alert = (await lockAlert(ctx.tx, id, kinds)) ?? refuse(notFound);
  const status = moveTo(alertMoves, 'acknowledge', alert.status, () => mayAcknowledge(permissions));
  await markAcknowledged(ctx.tx, id, ctx.caller.id, note, ctx.now);
  await audit.record(ctx, {
    action: 'alert.acknowledge',
    target: target(id),
    reason: note,
    before: { status: alert.status },
    after: { status },
    flags: flagsOf(alert),
  });
  return (await findAlert(ctx.tx, id, kinds)) ?? refuse(notFound);
}

const flagsOf = ({ kind, subjectType, subjectId }: Pick<Finding, 'kind' | 'subjectType' | 'subjectId'>) => ({
  kind,
  subject_type: subjectType,
  subject_id: subjectId,
});

const keyOf = ({ kind, subjectType, subjectId }: Pick<Finding, 'kind' | 'subjectType' | 'subjectId'>): string =>
  [kind, subjectType, subjectId].join(' ');

/** Receives a warning for each opened alert. */
export interface AlertLog {
  warn(fields: object, message: string): void;
}

/** Opens new alerts, updates current ones and resolves the others, of the evaluated kinds. */
export async function updateAlerts(
  tx: Tx,
  now: Date,
  { kinds, findings, log }: { kinds: readonly AlertKind[]; findings: readonly Finding[]; log: AlertLog },
): Promise<number> {
  const lasting = new Map((await lockUnresolved(tx, kinds)).map((alert) => [keyOf(alert), alert]));
  const entries: audit.AuditEntry[] = [];
  for (const finding of findings) {
    const known = lasting.get(keyOf(finding));
    lasting.delete(keyOf(finding));
    if (known) await updateAlert(tx, known.id, finding, now);
    else entries.push(...(await open(tx, now, finding, log)));
  }
  const over = [...lasting.values()];
  if (over.length > 0)
    await resolveAlerts(
      tx,
      over.map(({ id }) => id),
      now,
    );
  const resolved = over.map((alert) => ({
    action: 'alert.resolve' as const,
    target: target(alert.id),
    after: { status: 'resolved' },
    flags: flagsOf(alert),
  }));
  await audit.recordAll(audit.systemCtx(tx, now), [...entries, ...resolved]);
  return entries.length + resolved.length;
}

/** Another process may have just opened it; it is reported once. */
async function open(tx: Tx, now: Date, finding: Finding, log: AlertLog): Promise<audit.AuditEntry[]> {
  const id = newId();
  if (!(await insertAlert(tx, id, finding, now))) return [];
  const { severity, figures } = finding;
  afterCommit(tx, () => log.warn({ alertId: id, ...finding }, `an alert was opened: ${finding.kind}`));
  const after = { status: 'open', severity, ...figures };
  return [{ action: 'alert.open', target: target(id), after, flags: flagsOf(finding) }];
}

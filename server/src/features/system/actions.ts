import { emitInTransaction } from '../../kit/bus.ts';
import { notFound, refuse } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { jobsChanged } from '../../kit/jobs/runner.ts';
import { lockJob, setEnabled } from '../../kit/jobs/sql.ts';
import { findMessage, lockMessage, type OutboxRow, reviveMessage } from '../../kit/outbox.sql.ts';
import { wakeOutbox } from '../../kit/outbox.ts';
import { mustMatch } from '../../kit/revision.ts';
import { moveTo } from '../../kit/workflow.ts';
import { type Admin, permissionCheck } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import { messageMoves } from './rules.ts';

/** Takes effect at the next tick of each process. */
export async function enableJob(ctx: Ctx<Admin>, name: string, enabled: boolean): Promise<void> {
  const job = (await lockJob(ctx.tx, name)) ?? refuse(notFound);
  mustMatch(ctx.ifMatch, job.revision);
  if (job.enabled === enabled) return;
  await setEnabled(ctx.tx, name, enabled, ctx.now);
  await emitInTransaction(ctx.tx, jobsChanged);
  const action = enabled ? 'job.resume' : 'job.pause';
  await audit.record(ctx, {
    action,
    target: { type: 'job', id: name },
    before: { enabled: job.enabled },
    after: { enabled },
  });
}

export async function retryMessage(ctx: Ctx<Admin>, id: string): Promise<OutboxRow> {
  const message = (await lockMessage(ctx.tx, id)) ?? refuse(notFound);
  const status = moveTo(messageMoves, 'retry', message.status, permissionCheck(ctx.caller));
  await reviveMessage(ctx.tx, id, ctx.now);
  wakeOutbox(ctx.tx);
  const states = { before: { status: message.status }, after: { status } };
  await audit.record(ctx, { action: 'outbox.retry', target: { type: 'outbox', id }, ...states });
  return (await findMessage(ctx.tx, id)) ?? refuse(notFound);
}

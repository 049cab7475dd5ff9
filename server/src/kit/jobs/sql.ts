import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { newId } from '../id.ts';

export type Outcome = 'running' | 'succeeded' | 'failed' | 'abandoned';

export interface RunRow {
  id: string;
  slot: Date | null;
  attempt: number;
  outcome: Outcome;
  counts: Record<string, number>;
  error: string | null;
  startedAt: Date;
  finishedAt: Date | null;
  /** The admin who started it by hand; null for scheduled runs. */
  startedBy: (Starter & { name: string }) | null;
  /** While running; null during the first second. */
  progress: { step: string; done: number; total: number | null; since: Date } | null;
}

export interface Starter {
  id: string;
  email: string;
}

export async function ensureJobs(tx: Tx, names: readonly string[]): Promise<void> {
  await sql`insert into jobs (name) select unnest(${[...names]}::text[]) on conflict do nothing`.execute(tx);
}

export async function isEnabled(db: Db, job: string): Promise<boolean> {
  const row = await db.selectFrom('jobs').select('enabled').where('name', '=', job).executeTakeFirst();
  return row?.enabled ?? false;
}

/** Closes runs of dead processes. Only called while holding the job's lock. */
export async function closeAbandoned(tx: Tx, job: string, now: Date): Promise<void> {
  await tx
    .updateTable('job_runs')
    .set({ outcome: 'abandoned', finished_at: now })
    .where('job', '=', job)
    .where('outcome', '=', 'running')
    .execute();
}

/** Claims a slot that was not run or whose runs were all abandoned. Returns the id of the run, or undefined. */
export async function claimSlot(tx: Tx, job: string, slot: Date, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into job_runs (id, job, slot, attempt, started_at)
    select ${newId()}, ${job}, ${slot}, 1 + count(*), ${now} from job_runs where job = ${job} and slot = ${slot}
    having count(*) filter (where outcome <> 'abandoned') = 0
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

export async function insertManualRun(tx: Tx, job: string, by: Starter | undefined, now: Date): Promise<string> {
  const id = newId();
  const starter = { started_by: by?.id ?? null, started_by_email: by?.email ?? null };
  await tx
    .insertInto('job_runs')
    .values({ id, job, started_at: now, ...starter })
    .execute();
  return id;
}

export interface StepProgress {
  step: string;
  /** By `performance.now()`. */
  startedMs: number;
  done: number;
  total: number | null;
}

export async function storeProgress(tx: Tx, id: string, progress: StepProgress, sinceMs: number): Promise<void> {
  const { step, done, total } = progress;
  await sql`update job_runs set step = ${step}, step_done = ${done}, step_total = ${total},
      step_started_at = clock() - make_interval(secs => ${sinceMs / 1000})
    where id = ${id} and outcome = 'running'`.execute(tx);
}

export interface FinishedRun {
  outcome: 'succeeded' | 'failed' | 'abandoned';
  counts: Record<string, number>;
  error: string | null;
}

/** Only if it is still running, because another process may have closed it as abandoned. */
export async function finishRun(tx: Tx, id: string, finish: FinishedRun, now: Date): Promise<void> {
  await tx
    .updateTable('job_runs')
    .set({ ...finish, counts: JSON.stringify(finish.counts), finished_at: now })
    .where('id', '=', id)
    .where('outcome', '=', 'running')
    .execute();
}

const startedBy = `case when started_by is not null then
  json_build_object('id', started_by, 'email', started_by_email,
    'name', (select n.name from admin_names n where n.id = started_by)) end`;
const progress = `case when outcome = 'running' and step is not null then
  json_build_object('step', step, 'done', step_done, 'total', step_total, 'since', step_started_at) end`;
const columns = sql.raw(`id, slot, attempt, outcome, counts, error, started_at as "startedAt",
  finished_at as "finishedAt", ${startedBy} as "startedBy", ${progress} as progress`);

export async function findRun(db: Db, id: string): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`select ${columns} from job_runs where id = ${id}`.execute(db);
  return rows.map(withDates)[0];
}

export async function deleteOldRuns(tx: Tx, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from job_runs where id in (
      select id from job_runs where started_at < ${before} and outcome <> 'running'
      order by started_at limit ${most})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export interface JobRow {
  name: string;
  enabled: boolean;
  revision: number;
  runs: RunRow[];
}

/** All jobs with their newest runs, in one statement. */
export async function listJobs(db: Db, runs: number): Promise<JobRow[]> {
  const query = sql<JobRow>`
    select j.name, j.enabled, j.revision, coalesce(json_agg(to_json(r) order by r."startedAt" desc, r.id desc)
      filter (where r.id is not null), '[]') as runs
    from jobs j left join lateral (
      select ${columns} from job_runs where job = j.name order by started_at desc, id desc limit ${runs}) r on true
    group by j.name order by j.name`;
  return (await query.execute(db)).rows.map((row) => ({ ...row, runs: row.runs.map(withDates) }));
}

/** Times inside JSON arrive as text. */
function withDates(run: RunRow): RunRow {
  const { slot, startedAt, finishedAt, progress: at } = run;
  return {
    ...run,
    slot: slot && new Date(slot),
    startedAt: new Date(startedAt),
    finishedAt: finishedAt && new Date(finishedAt),
    progress: at && { ...at, since: new Date(at.since) },
  };
}

export async function lockJob(tx: Tx, name: string): Promise<{ enabled: boolean; revision: number } | undefined> {
  return tx
    .selectFrom('jobs')
    .select(['enabled', 'revision'])
    .where('name', '=', name)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function setEnabled(tx: Tx, name: string, enabled: boolean, now: Date): Promise<void> {
  await tx
    .updateTable('jobs')
    .set((eb) => ({ enabled, updated_at: now, revision: eb('revision', '+', 1) }))
    .where('name', '=', name)
    .execute();
}

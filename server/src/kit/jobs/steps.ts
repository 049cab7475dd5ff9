import type { FastifyBaseLogger } from 'fastify';
import type { Connections } from '../db/database.ts';
import type { Job } from './job.ts';
import { trackProgress } from './progress.ts';
import { finishRun } from './sql.ts';

interface RunIo {
  readonly connections: Connections;
  readonly log: FastifyBaseLogger;
  readonly signal: AbortSignal;
}

/**
 * Runs a job's steps and writes down how it went. Answers false where it was asked to stop before the last one ended:
 * the run counts as abandoned then, and its slot is run again, so that a restart loses none of the work.
 */
export async function runSteps({ connections, log, signal }: RunIo, job: Job, id: string): Promise<boolean> {
  const counts: Record<string, number> = {};
  const errors: string[] = [];
  const progress = trackProgress(connections, id, (error) => log.warn({ err: error }, 'progress could not be stored'));
  for (const step of job.steps) {
    if (signal.aborted) break;
    progress.begin(step.name);
    try {
      counts[step.name] = await step.run({ database: connections, signal, log, progress: progress.report });
    } catch (error) {
      // What was cancelled because of the stop is no failure; the next run does it.
      if (signal.aborted) break;
      // One step that fails keeps none of the others from running.
      log.error({ err: error, job: job.name, step: step.name }, 'job step failed');
      errors.push(`${step.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  progress.end();
  const ended = errors.length > 0 ? 'failed' : 'succeeded';
  const outcome = signal.aborted ? 'abandoned' : ended;
  const error = errors.length > 0 ? errors.join('; ').slice(0, 1_000) : null;
  await connections.transaction((tx, now) => finishRun(tx, id, { outcome, counts, error }, now));
  return outcome !== 'abandoned';
}

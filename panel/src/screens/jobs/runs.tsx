import { EmptyState } from '../../ui/empty-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { RunOutcome } from './cells.tsx';
import classes from './jobs.module.css';
import { durationMs, type Run, rowsOf, stepsOf } from './queries.ts';
import { StartedBy } from './running.tsx';
import { jobWords } from './words.ts';

/** How long it took and how much it did, in a line. */
export function RunLine({ run }: { run: Run }) {
  const t = useWords(jobWords);
  const format = useFormat();
  const took = durationMs(run);
  const figures = [
    ...(took === null ? [] : [t('tookText', { time: format.duration(took) })]),
    t('rowsText', { count: rowsOf(run), rows: format.number(rowsOf(run)) }),
  ];
  return <span className={classes.quiet}>{figures.join(' · ')}</span>;
}

export function RunError({ run }: { run: Run }) {
  if (!run.error) return null;
  return (
    <p className={classes.error}>
      <bdi>{run.error}</bdi>
    </p>
  );
}

/** What each step did; steps that found nothing to do stay grey. */
export function RunCounts({ run }: { run: Run }) {
  const t = useWords(jobWords);
  const word = useServerWord();
  const format = useFormat();
  const steps = stepsOf(run);
  if (steps.length === 0) return <p className={classes.quiet}>{t('noSteps')}</p>;
  return (
    <dl className={classes.counts}>
      {steps.map(([step, count]) => (
        <div key={step} data-none={count === 0 || undefined}>
          <dt>{word('count', step)}</dt>
          <dd>{format.number(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The last runs of a job, the newest first; those that did something say what. */
export function RunHistory({ runs }: { runs: readonly Run[] }) {
  const t = useWords(jobWords);
  const word = useServerWord();
  const format = useFormat();
  if (runs.length === 0) return <EmptyState title={t('noRuns.title')} text={t('noRuns.text')} />;
  return (
    <ol className={classes.runs}>
      {runs.map((run) => (
        <li key={run.id} className={classes.run}>
          <div className={classes.runHead}>
            <RunOutcome run={run} />
            <span>
              <Time at={run.startedAt} />
            </span>
            <span className={classes.quiet}>{t(run.slot === null ? 'byHand' : 'onSchedule')}</span>
            <StartedBy run={run} />
            {run.attempt > 1 && <span className={classes.quiet}>{t('attempt', { attempt: run.attempt })}</span>}
            <span className={classes.end}>
              <RunLine run={run} />
            </span>
          </div>
          <RunError run={run} />
          {rowsOf(run) > 0 && (
            <p className={classes.quiet}>
              {format.list(
                stepsOf(run)
                  .filter(([, count]) => count > 0)
                  .map(([step, count]) => `${word('count', step)}: ${format.number(count)}`),
              )}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

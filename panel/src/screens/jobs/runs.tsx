import { Inline, Note, Rows, Stack, Text } from '../../ui/box.tsx';
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
  return <small>{figures.join(' · ')}</small>;
}

export function RunError({ run }: { run: Run }) {
  if (!run.error) return null;
  return (
    <Text as="p" className={classes.error} size="sm" tone="danger" breaks>
      <bdi>{run.error}</bdi>
    </Text>
  );
}

/** What each step did; steps that found nothing to do stay grey. */
export function RunCounts({ run }: { run: Run }) {
  const t = useWords(jobWords);
  const word = useServerWord();
  const format = useFormat();
  const steps = stepsOf(run);
  if (steps.length === 0) return <Note>{t('noSteps')}</Note>;
  return (
    <Rows as="dl" className={classes.counts} framed="plain">
      {steps.map(([step, count]) => (
        <Inline key={step} justify="between" data-none={count === 0 || undefined}>
          <dt>{word('count', step)}</dt>
          <dd>{format.number(count)}</dd>
        </Inline>
      ))}
    </Rows>
  );
}

/** The last runs of a job, the newest first; those that did something say what. */
export function RunHistory({ runs }: { runs: readonly Run[] }) {
  const t = useWords(jobWords);
  const word = useServerWord();
  const format = useFormat();
  if (runs.length === 0) return <EmptyState title={t('noRuns.title')} text={t('noRuns.text')} />;
  return (
    <Rows as="ol">
      {runs.map((run) => (
        <Stack as="li" key={run.id} gap="xs">
          <Inline wraps gap="md" rowGap="2xs">
            <RunOutcome run={run} />
            <span>
              <Time at={run.startedAt} />
            </span>
            <small>{t(run.slot === null ? 'byHand' : 'onSchedule')}</small>
            <StartedBy run={run} />
            {run.attempt > 1 && <small>{t('attempt', { attempt: run.attempt })}</small>}
            <span className={classes.end}>
              <RunLine run={run} />
            </span>
          </Inline>
          <RunError run={run} />
          {rowsOf(run) > 0 && (
            <Note>
              {format.list(
                stepsOf(run)
                  .filter(([, count]) => count > 0)
                  .map(([step, count]) => `${word('count', step)}: ${format.number(count)}`),
              )}
            </Note>
          )}
        </Stack>
      ))}
    </Rows>
  );
}

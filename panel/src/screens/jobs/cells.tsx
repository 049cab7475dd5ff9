import { Tooltip } from '@mantine/core';
import { Inline, Stack, Text } from '../../ui/box.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { useFormat } from '../../ui/format.ts';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './jobs.module.css';
import { durationMs, type Job, type Run, rowsOf } from './queries.ts';
import { RunProgress } from './running.tsx';
import { jobWords } from './words.ts';

export function RunOutcome({ run }: { run: Run }) {
  const word = useServerWord();
  return <StatusPill tone={toneOf(run.outcome)}>{word('status', run.outcome)}</StatusPill>;
}

/** How the newest run of a job went, or what it is at. */
export function LastRun({ job, run }: { job: Job; run: Run | undefined }) {
  if (!run) return <Time at={null} />;
  return (
    <Stack as="span" gap="3xs" tight>
      <span>
        <RunOutcome run={run} />
      </span>
      {run.progress && <RunProgress job={job} run={run} />}
      <small>
        <Time at={run.startedAt} distance />
      </small>
    </Stack>
  );
}

export function Duration({ run }: { run: Run | undefined }) {
  const format = useFormat();
  const took = run ? durationMs(run) : null;
  return took === null ? '–' : format.duration(took);
}

export function Rows({ run }: { run: Run | undefined }) {
  const format = useFormat();
  return run ? format.number(rowsOf(run)) : '–';
}

/** When it runs again, and how often it does. */
export function NextRun({ job }: { job: Job }) {
  const t = useWords(jobWords);
  const word = useServerWord();
  const hours = job.everyMinutes / 60;
  const often = Number.isInteger(hours) ? t('hours', { count: hours }) : t('every', { count: job.everyMinutes });
  return (
    <Stack as="span" gap="3xs" tight>
      {job.nextRunAt ? (
        <Countdown to={job.nextRunAt} over={t('due')} />
      ) : (
        <span>
          <StatusPill tone="warning">{word('status', 'paused')}</StatusPill>
        </span>
      )}
      <Text size="sm" tone="muted" nowrap>
        {often}
      </Text>
    </Stack>
  );
}

/** The last runs as bars, the newest at the end: the height is the time they took, the colour how they went. */
export function RecentRuns({ runs }: { runs: readonly Run[] }) {
  const t = useWords(jobWords);
  const longest = Math.max(1, ...runs.map((run) => durationMs(run) ?? 0));
  const good = runs.filter((run) => run.outcome === 'succeeded').length;
  const label = t('recentText', { good, all: runs.length });
  if (runs.length === 0) return <small>–</small>;
  return (
    <Tooltip label={label}>
      <Inline as="span" className={classes.bars} within align="end" gap="3xs" role="img" aria-label={label}>
        {runs.toReversed().map((run) => (
          <span
            key={run.id}
            className={classes.bar}
            data-tone={toneOf(run.outcome)}
            style={{ blockSize: `${20 + (80 * (durationMs(run) ?? longest)) / longest}%` }}
          />
        ))}
      </Inline>
    </Tooltip>
  );
}

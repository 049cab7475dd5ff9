import { Progress } from '@mantine/core';
import { Stack } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { useNow } from '../../ui/now.ts';
import { Person } from '../../ui/person.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './jobs.module.css';
import type { Job, Run } from './queries.ts';
import { jobWords } from './words.ts';

interface RunningProps {
  job: Job;
  run: Run;
}

/** What a run is at: the step, how much of it is done, and since when. The server tells it after a second. */
export function RunProgress({ job, run: { progress } }: RunningProps) {
  const t = useWords(jobWords);
  const word = useServerWord();
  const format = useFormat();
  const now = useNow(1_000);
  if (!progress) return null;
  const { step, done, total, since } = progress;
  const number = format.number(job.steps.indexOf(step) + 1);
  const all = format.number(job.steps.length);
  const name = word('count', step);
  const measured = total === null || total === 0 ? null : { total, percent: (100 * Math.min(done, total)) / total };
  const count = measured
    ? t('running.doneOf', { done: format.number(done), total: format.number(measured.total) })
    : t('running.done', { done: format.number(done) });
  const seconds = Math.max(1, Math.floor((now - new Date(since).getTime()) / 1_000));
  const time = format.duration(seconds * 1_000);
  return (
    <Stack className={classes.progress} gap="2xs" size="sm" tabular>
      <span>{t('running.step', { number, all, name })}</span>
      {measured ? (
        <Progress value={measured.percent} size={4} aria-label={name} />
      ) : (
        <Progress value={100} size={4} animated aria-hidden />
      )}
      <small>{[count, t('running.since', { time })].join(' · ')}</small>
    </Stack>
  );
}

/** Who ran it by hand. */
export function StartedBy({ run: { startedBy } }: { run: Run }) {
  if (!startedBy) return null;
  return <Person name={startedBy.name} email={startedBy.email} />;
}

import { Button, Loader, Modal } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { invalidateAfter } from '../../api/invalidate.ts';
import { ErrorNote } from '../../api/show-error.tsx';
import { Inline, Stack, Text } from '../../ui/box.tsx';
import { KeyLayer } from '../../ui/key-layer.tsx';
import { uiWords } from '../../ui/words.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { RunOutcome } from './cells.tsx';
import classes from './jobs.module.css';
import { type Job, jobsQuery, type Run, runJob } from './queries.ts';
import { RunProgress } from './running.tsx';
import { RunCounts, RunError, RunLine } from './runs.tsx';
import { jobWords } from './words.ts';

/** A run has no dry run, so it is asked for plainly; the dialog waits and shows how it went. */
export function useRunNow(): { open: (job: Job) => void; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ job: Job; number: number } | null>(null);
  const [opened, setOpened] = useState(false);
  return {
    open: (job) => {
      setAsked((before) => ({ job, number: (before?.number ?? 0) + 1 }));
      setOpened(true);
    },
    dialog: asked && <RunDialog key={asked.number} job={asked.job} opened={opened} onClose={() => setOpened(false)} />,
  };
}

interface RunDialogProps {
  job: Job;
  opened: boolean;
  onClose: () => void;
}

function RunDialog({ job, opened, onClose }: RunDialogProps) {
  const t = useWords(jobWords);
  const ui = useWords(uiWords);
  const word = useServerWord();
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: () => runJob(job.name),
    onSuccess: () => invalidateAfter(client, ['/v1/admin/cron']),
  });
  const name = word('job', job.name);
  return (
    <KeyLayer kind="dialog" shown={opened} onEscape={onClose}>
      <Modal
        closeOnEscape={false}
        opened={opened}
        onClose={onClose}
        size={480}
        title={t('run.title', { name })}
        styles={{ title: { fontWeight: 600 } }}
        closeButtonProps={{ 'aria-label': ui('close') }}
      >
        <Stack className={classes.dialog} gap="lg">
          {run.data ? (
            <Result run={run.data} />
          ) : run.isPending ? (
            <>
              <Inline as="p" role="status">
                <Loader size="xs" /> {t('run.waiting')}
              </Inline>
              <UnderWay name={job.name} />
            </>
          ) : (
            <Text as="p" className={classes.text} tone="muted" mt="2xs" mb="md">
              {t('run.text')}
            </Text>
          )}
          <ErrorNote error={run.error} />
          <Inline align="stretch" justify="end">
            <Button variant="default" onClick={onClose}>
              {run.isIdle ? ui('cancel') : ui('close')}
            </Button>
            <Button data-autofocus loading={run.isPending} onClick={() => run.mutate()}>
              {t(run.data ? 'run.again' : 'actions.run')}
            </Button>
          </Inline>
        </Stack>
      </Modal>
    </KeyLayer>
  );
}

/** What the run is at, once it takes longer than a moment. */
function UnderWay({ name }: { name: string }) {
  const { data: jobs } = useQuery(jobsQuery);
  const job = jobs?.find((one) => one.name === name);
  const [run] = job?.runs ?? [];
  return job && run?.progress ? <RunProgress job={job} run={run} /> : null;
}

function Result({ run }: { run: Run }) {
  const t = useWords(jobWords);
  return (
    <Stack as="section" gap="md" role="status" aria-label={t('run.result')}>
      <Inline wraps gap="md" rowGap="2xs">
        <RunOutcome run={run} />
        <RunLine run={run} />
      </Inline>
      <RunError run={run} />
      <RunCounts run={run} />
    </Stack>
  );
}

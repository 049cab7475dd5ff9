import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { LoadedTable } from '../../api/loaded.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { Box, Inline, Stack, Text } from '../../ui/box.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Page } from '../../ui/page.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { JobActions } from './actions.tsx';
import { Duration, LastRun, NextRun, RecentRuns, Rows } from './cells.tsx';
import classes from './jobs.module.css';
import { Outbox } from './outbox.tsx';
import { type Job, jobsQuery } from './queries.ts';
import { useRunNow } from './run-dialog.tsx';
import { jobWords } from './words.ts';

export function JobsScreen() {
  const t = useWords(jobWords);
  return (
    <Page title={t('title')} description={t('text')}>
      <RequirePermission>
        <Jobs />
        <Text as="h2" mt="3xl">
          {t('outbox.title')}
        </Text>
        <Text as="p" className={classes.text} tone="muted" mt="2xs" mb="md">
          {t('outbox.text')}
        </Text>
        <Outbox />
        <Outlet />
      </RequirePermission>
    </Page>
  );
}

function Jobs() {
  const t = useWords(jobWords);
  const jobs = useQuery(jobsQuery);
  const run = useRunNow();
  const columns = useColumns(run.open);
  return (
    <Box framed="raised" scrolls>
      <LoadedTable query={jobs}>
        <DataTable
          label={t('title')}
          columns={columns}
          rows={jobs.data}
          rowKey={(job) => job.name}
          linkOf={(job) => ({ to: '/jobs/$job', params: { job: job.name }, search: true })}
        />
      </LoadedTable>
      {run.dialog}
    </Box>
  );
}

function useColumns(onRun: (job: Job) => void): Column<Job>[] {
  const t = useWords(jobWords);
  const word = useServerWord();
  return [
    {
      key: 'name',
      label: t('job'),
      cell: (job) => (
        <Stack as="span" gap="3xs" tight>
          <Text weight="medium">{word('job', job.name)}</Text>
          <small>{word('jobDescription', job.name, job.description)}</small>
        </Stack>
      ),
    },
    { key: 'last', label: t('last'), cell: (job) => <LastRun job={job} run={job.runs[0]} /> },
    { key: 'took', label: t('took'), number: true, wideOnly: true, cell: (job) => <Duration run={job.runs[0]} /> },
    { key: 'rows', label: t('rows'), number: true, wideOnly: true, cell: (job) => <Rows run={job.runs[0]} /> },
    { key: 'recent', label: t('recent'), wideOnly: true, cell: (job) => <RecentRuns runs={job.runs} /> },
    { key: 'next', label: t('next'), cell: (job) => <NextRun job={job} /> },
    {
      key: 'actions',
      label: t('actions.title'),
      wideOnly: true,
      cell: (job) => (
        <Inline as="span" align="stretch" gap="2xs">
          <JobActions job={job} onRun={() => onRun(job)} />
        </Inline>
      ),
    },
  ];
}

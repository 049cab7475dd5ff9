import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ApiError } from '../../api/errors.ts';
import { ErrorState } from '../../api/show-error.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { DetailDrawer, DrawerSection } from '../../ui/detail-drawer.tsx';
import { SkeletonLines } from '../../ui/empty-state.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { JobActions } from './actions.tsx';
import { LastRun, NextRun, RecentRuns } from './cells.tsx';
import { jobsQuery } from './queries.ts';
import { useRunNow } from './run-dialog.tsx';
import { RunCounts, RunHistory } from './runs.tsx';
import { jobWords } from './words.ts';

const route = getRouteApi('/shell/jobs/$job');
const wide = 620;

/** One job with the history of its runs. */
export function JobDrawer() {
  const t = useWords(jobWords);
  const word = useServerWord();
  const { job: name } = route.useParams();
  const navigate = route.useNavigate();
  const jobs = useQuery(jobsQuery);
  const run = useRunNow();
  const close = () => void navigate({ to: '/jobs', search: true });
  const job = jobs.data?.find((one) => one.name === name);
  if (!job) {
    const error = jobs.error ?? (jobs.data ? new ApiError('not_found', 404) : null);
    return (
      <DetailDrawer title={t('title')} onClose={close} size={wide}>
        {error ? <ErrorState error={error} onRetry={() => void jobs.refetch()} /> : <SkeletonLines lines={8} />}
      </DetailDrawer>
    );
  }
  const [last] = job.runs;
  return (
    <DetailDrawer
      title={word('job', job.name)}
      subtitle={word('jobDescription', job.name, job.description)}
      actions={<JobActions job={job} onRun={() => run.open(job)} />}
      onClose={close}
      size={wide}
    >
      <DrawerSection title={t('clock')}>
        <DescriptionList
          facts={[
            [t('last'), <LastRun key="last" job={job} run={last} />],
            [t('next'), <NextRun key="next" job={job} />],
            [t('recent'), <RecentRuns key="recent" runs={job.runs} />],
          ]}
        />
      </DrawerSection>
      {last && last.outcome !== 'running' && (
        <DrawerSection title={t('lastCounts')}>
          <RunCounts run={last} />
        </DrawerSection>
      )}
      <DrawerSection title={t('history')}>
        <RunHistory runs={job.runs} />
      </DrawerSection>
      {run.dialog}
    </DetailDrawer>
  );
}

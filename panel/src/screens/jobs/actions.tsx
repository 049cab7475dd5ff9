import { change } from '../../api/change.ts';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { useReview } from '../../app/review/provider.tsx';
import { GatedButton } from '../../ui/gated-button.tsx';
import { IconPlayerPause, IconPlayerPlay } from '../../ui/icons.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import type { Job } from './queries.ts';
import { jobWords } from './words.ts';

/** Run now, and pause or resume: what the server allows this admin. */
export function JobActions({ job, onRun }: { job: Job; onRun: () => void }) {
  const t = useWords(jobWords);
  const word = useServerWord();
  const review = useReview();
  const blocked = useDisabledReason(job.allowed, 'system:write');
  const move = job.enabled ? 'pause' : 'resume';
  const name = word('job', job.name);
  const open = () =>
    review.open({
      title: t(`actions.sheet.${move}`, { name }),
      intro: t(`actions.intro.${move}`),
      confirmLabel: t(`actions.${move}`),
      done: () => t(`actions.done.${move}`, { name }),
      danger: job.enabled,
      change: change('PUT', '/v1/admin/cron/{job}', {
        path: { job: job.name },
        body: { enabled: !job.enabled },
        ifMatch: `"${job.revision}"`,
      }),
    });
  return (
    <>
      <GatedButton blocked={blocked('run')} leftSection={<IconPlayerPlay size={14} />} onClick={onRun}>
        {t('actions.run')}
      </GatedButton>
      <GatedButton
        blocked={blocked(move)}
        variant="subtle"
        color="gray"
        leftSection={job.enabled ? <IconPlayerPause size={14} /> : <IconPlayerPlay size={14} />}
        onClick={open}
      >
        {t(`actions.${move}`)}
      </GatedButton>
    </>
  );
}

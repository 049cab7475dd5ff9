import { change } from '../../api/change.ts';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { useReview } from '../../app/review/provider.tsx';
import { GatedButton } from '../../ui/gated-button.tsx';
import { useWords } from '../../words/define.ts';
import type { PushSettings } from './queries.ts';
import { pushWords } from './words.ts';

/** Stops all pushes, or lets them go on. */
export function SwitchButton({ settings, tag }: { settings: PushSettings; tag: string | null }) {
  const t = useWords(pushWords);
  const review = useReview();
  const blocked = useDisabledReason(settings.allowed, 'push:write');
  const act = settings.enabled ? 'stop' : 'resume';
  const open = () =>
    review.open({
      title: t(`switch.${act}`),
      about: t('title'),
      intro: t(`switch.${act}Text`),
      confirmLabel: t(`switch.${act}`),
      danger: act === 'stop',
      reason: { label: t('form.note'), min: 0, max: 500 },
      change: (reason) =>
        change('PUT', '/v1/admin/push/settings', {
          ifMatch: tag,
          body: { enabled: act === 'resume', ...(reason && { reason }) },
        }),
    });
  return (
    <GatedButton
      size="xs"
      blocked={blocked('update')}
      color={act === 'stop' ? 'red' : 'green'}
      variant="light"
      onClick={open}
    >
      {t(`switch.${act}`)}
    </GatedButton>
  );
}

import { change } from '../../api/change.ts';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { useReview } from '../../app/review/provider.tsx';
import { Alert } from '../../ui/alert.tsx';
import { fieldsOf } from '../../ui/diff.tsx';
import { GatedButton } from '../../ui/gated-button.tsx';
import { IconRefresh } from '../../ui/icons.ts';
import { useWords } from '../../words/define.ts';
import type { WebhookEvent } from './queries.ts';
import { isFailure } from './result.ts';
import { useEventName } from './source.ts';
import { webhookWords } from './words.ts';

const intros: Readonly<Partial<Record<WebhookEvent['outcome'], 'intro' | 'introIgnored'>>> = {
  unmatched: 'intro',
  ignored: 'introIgnored',
};

export function ReplayButton({ event }: { event: WebhookEvent }) {
  const t = useWords(webhookWords);
  const eventName = useEventName();
  const review = useReview();
  const blocked = useDisabledReason(event.allowed, 'system:write');
  const open = () =>
    review.open({
      title: t('sheet', { name: eventName(event) }),
      intro: t(intros[event.outcome] ?? 'introFailed'),
      confirmLabel: t('replay'),
      change: change('POST', '/v1/admin/webhooks/{id}/replay', { path: { id: event.id } }),
      notice: (body) => {
        const { outcome, lastError } = fieldsOf(body);
        if (outcome === 'failed') {
          const title = isFailure(lastError) ? t('failsFor', { reason: t(`failures.${lastError}`) }) : t('fails');
          return (
            <Alert tone="danger" title={title}>
              {t('failsAgain')}
            </Alert>
          );
        }
        return outcome === 'unmatched' && <Alert tone="warning">{t('still')}</Alert>;
      },
    });
  return (
    <GatedButton blocked={blocked('replay', t('notUnmatched'))} leftSection={<IconRefresh size={14} />} onClick={open}>
      {t('replay')}
    </GatedButton>
  );
}

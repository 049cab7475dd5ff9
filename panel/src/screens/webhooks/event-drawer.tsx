import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ErrorState } from '../../api/show-error.tsx';
import { Note } from '../../ui/box.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { DetailDrawer, DrawerSection } from '../../ui/detail-drawer.tsx';
import { SkeletonLines } from '../../ui/empty-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useProviderName } from '../payments/public.ts';
import { MarkTexts } from '../transactions/public.ts';
import { EventOutcome, EventSubject, PurchaseResult } from './inbox-screen.tsx';
import { type WebhookEvent, webhookQuery } from './queries.ts';
import { ReplayButton } from './replay.tsx';
import { useResult } from './result.ts';
import { isTest, reportedIn, useEventName, useSourceName, useTypeName } from './source.ts';
import classes from './webhooks.module.css';
import { webhookWords } from './words.ts';

const route = getRouteApi('/shell/webhooks/$id');

/** One message, read by its ID: it need not be on the page of the list. */
export function EventDrawer() {
  const t = useWords(webhookWords);
  const eventName = useEventName();
  const { id } = route.useParams();
  const { data: event, error, refetch } = useQuery(webhookQuery(id));
  const navigate = route.useNavigate();
  const close = () => void navigate({ to: '/webhooks', search: true });
  if (!event) {
    return (
      <DetailDrawer title={t('event')} onClose={close}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={6} />}
      </DetailDrawer>
    );
  }
  const { eventId, payload } = event;
  return (
    <DetailDrawer
      title={eventName(event)}
      subtitle={<EventOutcome event={event} />}
      actions={<ReplayButton event={event} />}
      onClose={close}
    >
      <DrawerSection title={t('about')}>
        <About event={event} />
      </DrawerSection>
      <DrawerSection title={t('payload')}>
        {payload === null ? (
          <Note>{t('noPayload')}</Note>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard
          <pre className={classes.payload} tabIndex={0}>
            {JSON.stringify(payload, null, 2)}
          </pre>
        )}
      </DrawerSection>
      <DrawerSection title={t('trace')}>
        <CopyText label={t('eventId')} text={eventId} />
      </DrawerSection>
    </DetailDrawer>
  );
}

function About({ event }: { event: WebhookEvent }) {
  const t = useWords(webhookWords);
  const sourceName = useSourceName();
  const typeName = useTypeName();
  const providerName = useProviderName();
  const format = useFormat();
  const resultOf = useResult();
  const { source, subject, outcome, attempts, nextAttemptAt, lastError, replays, receivedAt, replayedAt } = event;
  const { payload, hasOriginal } = event;
  const reported = reportedIn(payload);
  const provider = payload?.provider;
  const isFailed = outcome === 'failed' && lastError !== null;
  return (
    <DescriptionList
      facts={[
        [t('source'), sourceName(source)],
        ...(typeof provider === 'string' ? [[t('provider'), providerName(provider)] as const] : []),
        ...(isTest(event) ? [[t('test'), <MarkTexts key="test" of={{ environment: 'sandbox' }} />] as const] : []),
        ...(reported.length > 1
          ? [
              [
                t('reported'),
                <ol key="reported" className={classes.events}>
                  {reported.map((type, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes
                    <li key={index}>{typeName(type)}</li>
                  ))}
                </ol>,
              ] as const,
            ]
          : []),
        ...(subject === null ? [] : [[t('subject'), <EventSubject key="subject" subject={subject} />] as const]),
        [t('detail'), <PurchaseResult key="detail" event={event} text={resultOf(event)} />],
        [t('received'), <Time key="received" at={receivedAt} />],
        [t('attempts'), format.number(attempts)],
        ...(isFailed
          ? [[t('nextRetry'), nextAttemptAt === null ? t('givenUp') : <Time key="next" at={nextAttemptAt} />] as const]
          : []),
        ...(hasOriginal ? [[t('original'), t('originalKept')] as const] : []),
        [t('replays'), format.number(replays)],
        ...(replayedAt === null ? [] : [[t('replayedAt'), <Time key="replayed" at={replayedAt} />] as const]),
      ]}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { useSession } from '../../app/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Note } from '../../ui/box.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { DetailDrawer, DrawerSection } from '../../ui/detail-drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { PeriodProgress } from '../../ui/period-progress.tsx';
import type { Tone } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { MarkTexts, marksOf } from '../transactions/public.ts';
import { Price, Subscriber, SubscriptionStatus, useInterruption, usePlatformName } from './parts.tsx';
import { type SubscriptionDetail, subscriptionQuery } from './queries.ts';
import { subscriptionWords } from './words.ts';

const route = getRouteApi('/shell/subscriptions/$id');

/** One subscription: what it is now, and all that its provider told of it. */
export function SubscriptionDrawer() {
  const t = useWords(subscriptionWords);
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const found = useQuery(subscriptionQuery(id));
  const close = () => void navigate({ to: '/subscriptions', search: true });
  return (
    <DetailDrawer
      title={found.data?.productName ?? t('one')}
      subtitle={found.data && <SubscriptionStatus subscription={found.data} />}
      onClose={close}
    >
      <Loaded query={found} lines={8}>
        {(data) => (
          <>
            <DrawerSection title={t('about')}>
              <About subscription={data} />
            </DrawerSection>
            <DrawerSection title={t('history.title')}>
              <History subscription={data} />
            </DrawerSection>
            <Provider subscription={data} />
          </>
        )}
      </Loaded>
    </DetailDrawer>
  );
}

/** What ends with the period: a trial, what was given for free, or what was paid for. */
function endOf({ status, platform, priceCents, interruption }: SubscriptionDetail) {
  if (interruption === 'grace') return 'accessUntil';
  if (status === 'trialing') return 'trialEnd';
  return platform === 'comp' || priceCents === 0 ? 'freeUntil' : 'periodEnd';
}

function About({ subscription }: { subscription: SubscriptionDetail }) {
  const t = useWords(subscriptionWords);
  const platformName = usePlatformName();
  const { country } = usePlaces();
  const { platform, region, autoRenew, trialEnd, canceledAt, status } = subscription;
  const { currentPeriodStart: from, currentPeriodEnd: to } = subscription;
  const interrupted = useInterruption()(subscription);
  const marks = marksOf(subscription);
  const moment = (label: string, at: string | null): [string, ReactNode][] =>
    at === null ? [] : [[label, <Time key={label} at={at} />]];
  return (
    <>
      {interrupted !== undefined && <Alert tone="warning">{interrupted}</Alert>}
      <PeriodProgress wide from={from} to={to} runs={status !== 'expired'} />
      <DescriptionList
        facts={[
          [t('user'), <Subscriber key="user" user={subscription.user} />],
          [t('platform'), platformName(platform)],
          [t('price'), <Price key="price" of={subscription} />],
          [t('renewal'), t(autoRenew ? 'renews' : 'ends')],
          ...moment(t(endOf(subscription)), status === 'trialing' ? (trialEnd ?? to) : to),
          ...moment(t('trialEnd'), status === 'trialing' ? null : trialEnd),
          ...moment(t('canceledAt'), canceledAt),
          ...(marks.length === 0 ? [] : [[t('note'), <MarkTexts key="marks" of={subscription} />] as const]),
          ...(region === null ? [] : [[t('country'), country(region)] as const]),
        ]}
      />
    </>
  );
}

/** What its provider calls it, and what it told. */
function Provider({ subscription: { platform, providerSubscriptionId: name } }: { subscription: SubscriptionDetail }) {
  const t = useWords(subscriptionWords);
  const { can } = useSession();
  if (name === null) return null;
  return (
    <DrawerSection title={t('provider')}>
      <CopyText label={t('providerId')} text={name} />
      {can('system:read') && (
        <p>
          <Link to="/webhooks" search={{ source: `payments:${platform}` }}>
            {t('messages')}
          </Link>
        </p>
      )}
    </DrawerSection>
  );
}

type HistoryItem = SubscriptionDetail['history'][number];

const tones: Readonly<Record<HistoryItem['type'], Tone>> = {
  started: 'positive',
  renewed: 'positive',
  recovered: 'positive',
  given: 'info',
  trial_extended: 'info',
  changed: 'info',
  grace: 'warning',
  held: 'warning',
  paused: 'warning',
  resumed: 'positive',
  canceled: 'warning',
  expired: 'neutral',
};

function History({ subscription: { history } }: { subscription: SubscriptionDetail }) {
  const t = useWords(subscriptionWords);
  if (history.length === 0) return <Note>{t('history.empty')}</Note>;
  return (
    <Timeline
      moments={history.map((item) => ({
        id: item.id,
        at: item.occurredAt,
        title: t(`history.${item.type}`),
        text: <HistoryText item={item} />,
        tone: tones[item.type],
      }))}
    />
  );
}

/** The period that something was told of, whether it was paid, and the coins that it brought. */
function HistoryText({ item }: { item: HistoryItem }) {
  const t = useWords(subscriptionWords);
  const format = useFormat();
  const { periodStart, periodEnd, accessUntil, isPaid, bonusCoins } = item;
  const period = t('history.period', { from: format.date(periodStart), to: format.date(periodEnd) });
  return (
    <span>
      {period}
      {accessUntil !== null && ` · ${t('history.until', { date: format.date(accessUntil) })}`}
      {isPaid && (
        <>
          {' · '}
          <Price of={item} />
        </>
      )}
      {bonusCoins > 0 && ` · ${t('history.bonus', { count: bonusCoins, amount: format.number(bonusCoins) })}`}
    </span>
  );
}

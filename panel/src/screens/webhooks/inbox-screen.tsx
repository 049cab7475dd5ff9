import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { ObjectLink } from '../../app/object-link.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { useUserName } from '../../app/user-name.ts';
import { Inline, Stack, Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { choice } from '../../ui/list/choice.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { PaymentMark } from '../transactions/public.ts';
import { shownOutcomes, sources } from './choices.ts';
import { type WebhookEvent, webhooksQuery } from './queries.ts';
import { ReplayButton } from './replay.tsx';
import { reportsFailure, useResult } from './result.ts';
import { isTest, reportedIn, useEventName, useSourceName } from './source.ts';
import { webhookWords } from './words.ts';

const route = getRouteApi('/shell/webhooks');

export function InboxScreen() {
  const t = useWords(webhookWords);
  return (
    <Page title={t('title')} description={t('text')}>
      <RequirePermission>
        <Inbox />
        <Outlet />
      </RequirePermission>
    </Page>
  );
}

function Inbox() {
  const t = useWords(webhookWords);
  const word = useServerWord();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const page = useQuery(webhooksQuery(search));
  const columns = useColumns();
  const sourceName = useSourceName();
  const shownSources = search.source === undefined ? sources : [...new Set([...sources, search.source])];
  return (
    <ListPage
      name="webhooks"
      label={t('title')}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
      filters={[
        { kind: 'text', name: 'transactionId', label: t('transaction') },
        choice('outcome', t('outcome'), shownOutcomes, (value) =>
          value === 'failure_reported' ? t('failureReported') : word('status', value),
        ),
        choice('source', t('source'), shownSources, sourceName),
      ]}
      page={page}
      columns={columns}
      rowKey={(event) => event.id}
      linkOf={(event) => ({ to: '/webhooks/$id', params: { id: event.id }, search: true })}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
    />
  );
}

function useColumns(): Column<WebhookEvent>[] {
  const t = useWords(webhookWords);
  const sourceName = useSourceName();
  const eventName = useEventName();
  return [
    {
      key: 'event',
      label: t('event'),
      cell: (event) => (
        <Stack as="span" align="start" gap="3xs" tight>
          <Text weight="medium">{eventName(event)}</Text>
          <small>
            {sourceName(event.source)}
            <MoreEvents event={event} />
          </small>
        </Stack>
      ),
    },
    { key: 'subject', label: t('subject'), cell: ({ subject }) => <EventSubject subject={subject} /> },
    { key: 'outcome', label: t('outcome'), cell: (event) => <EventOutcome event={event} /> },
    { key: 'detail', label: t('detail'), wideOnly: true, cell: (event) => <EventResult event={event} /> },
    {
      key: 'received',
      label: t('received'),
      wideOnly: true,
      cell: ({ receivedAt }) => <Time at={receivedAt} distance />,
    },
    {
      key: 'actions',
      label: t('actions'),
      wideOnly: true,
      cell: (event) => (isReplayable(event) ? <ReplayButton event={event} /> : '–'),
    },
  ];
}

/** How many more events a message reports than the one that it is called by. */
function MoreEvents({ event: { payload } }: { event: WebhookEvent }) {
  const t = useWords(webhookWords);
  const format = useFormat();
  const count = reportedIn(payload).length - 1;
  return count > 0 && ` · ${t('moreEvents', { count, amount: format.number(count) })}`;
}

const isReplayable = ({ outcome }: WebhookEvent): boolean => outcome === 'unmatched' || outcome === 'failed';

type Subject = NonNullable<WebhookEvent['subject']>;

/** Who or what a message is about: a user, who may be a guest, an episode, or a file. */
function useSubjectName(): (subject: Subject) => string {
  const t = useWords(webhookWords);
  const word = useServerWord();
  const format = useFormat();
  const userName = useUserName();
  return ({ type, id, label, isGuest = false, episodeNumber }) => {
    if (label === null) return type === 'user' ? userName({ id, name: null, isGuest }) : word('target', type);
    if (episodeNumber === undefined) return label;
    return t('episodeOf', { series: label, number: format.number(episodeNumber) });
  };
}

/** What a message is about, with a link to it. */
export function EventSubject({ subject }: Pick<WebhookEvent, 'subject'>) {
  const nameOf = useSubjectName();
  if (subject === null) return '–';
  const { type, id, productId } = subject;
  return (
    <Stack as="span" align="start" gap="3xs" tight>
      <ObjectLink type={type} id={id}>
        <bdi>{nameOf(subject)}</bdi>
      </ObjectLink>
      {productId !== undefined && (
        <Text as="bdi" size="sm" tone="muted">
          {productId}
        </Text>
      )}
    </Stack>
  );
}

/** What became of a message; of a payment how many coins it brought, with a link to our purchase. */
export function PurchaseResult({ event, text }: { event: WebhookEvent; text: string }) {
  const t = useWords(webhookWords);
  const format = useFormat();
  const { outcome, payload, subject } = event;
  const purchase = subject?.purchase;
  if (purchase === undefined) return <bdi>{text}</bdi>;
  const isCredit = outcome === 'applied' && payload?.type === 'purchase.completed';
  const { id, coins } = purchase;
  return (
    <Stack as="span" align="start" gap="3xs" tight>
      {isCredit
        ? t('results.credited', { coins: format.number(coins), count: coins })
        : text !== '–' && <bdi>{text}</bdi>}
      <ObjectLink type="purchase" id={id}>
        {t('results.purchase')}
      </ObjectLink>
    </Stack>
  );
}

/** What became of a message; of one that failed also when it is tried again. */
function EventResult({ event }: { event: WebhookEvent }) {
  const t = useWords(webhookWords);
  const resultOf = useResult();
  const { outcome, lastError, nextAttemptAt } = event;
  if (outcome !== 'failed' || lastError === null) return <PurchaseResult event={event} text={resultOf(event)} />;
  return (
    <Stack as="span" align="start" gap="3xs" tight>
      <span>{resultOf(event)}</span>
      <small>
        {nextAttemptAt === null ? t('givenUp') : t('nextRetry')} {nextAttemptAt && <Time at={nextAttemptAt} distance />}
      </small>
    </Stack>
  );
}

export function EventOutcome({ event }: { event: WebhookEvent }) {
  const t = useWords(webhookWords);
  const word = useServerWord();
  const { outcome } = event;
  if (reportsFailure(event)) return <StatusPill tone="danger">{t('failureReported')}</StatusPill>;
  return (
    <Inline as="span" gap="2xs" wraps>
      <StatusPill tone={toneOf(outcome)}>{word('status', outcome)}</StatusPill>
      {isTest(event) && <PaymentMark name="sandbox" />}
    </Inline>
  );
}

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { Guarded } from '../../app/guarded.tsx';
import type { Column } from '../../ui/list/data-table.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { outcomes } from './choices.ts';
import { type WebhookEvent, webhooksQuery } from './queries.ts';
import { ReplayButton } from './replay.tsx';
import { useSourceName } from './source.ts';
import classes from './webhooks.module.css';
import { webhookWords } from './words.ts';

const route = getRouteApi('/shell/webhooks');

export function InboxScreen() {
  const t = useWords(webhookWords);
  return (
    <Page title={t('title')} description={t('text')}>
      <Guarded>
        <Inbox />
        <Outlet />
      </Guarded>
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
  return (
    <ListPage
      name="webhooks"
      label={t('title')}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
      filters={[
        {
          ...({ kind: 'choice', name: 'outcome', label: t('outcome') } as const),
          options: outcomes.map((value) => ({ value, label: word('status', value) })),
        },
        { kind: 'text', name: 'source', label: t('source') },
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
  const word = useServerWord();
  const sourceName = useSourceName();
  return [
    {
      key: 'event',
      label: t('event'),
      cell: ({ eventId, source, payload }) => (
        <span className={classes.two}>
          <span className={classes.name}>
            {sourceName(source)}
            {typeof payload?.status === 'string' && ` · ${word('status', payload.status)}`}
          </span>
          <code className={`${classes.id} ${classes.quiet}`}>{eventId}</code>
        </span>
      ),
    },
    { key: 'outcome', label: t('outcome'), cell: (event) => <EventOutcome event={event} /> },
    { key: 'detail', label: t('detail'), wideOnly: true, cell: (event) => <WhatBecame event={event} /> },
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

const isReplayable = ({ outcome }: WebhookEvent): boolean => outcome === 'unmatched' || outcome === 'failed';

/** Why a message failed, in the operator's language, and when it is tried again; of others what the server says. */
function WhatBecame({ event: { outcome, detail, lastError, nextAttemptAt } }: { event: WebhookEvent }) {
  const t = useWords(webhookWords);
  if (outcome !== 'failed' || lastError === null) return <bdi>{detail ?? '–'}</bdi>;
  return (
    <span className={classes.two}>
      <span>{t(`failures.${lastError}`)}</span>
      <span className={classes.quiet}>
        {nextAttemptAt === null ? t('givenUp') : t('nextRetry')} {nextAttemptAt && <Time at={nextAttemptAt} distance />}
      </span>
    </span>
  );
}

export function EventOutcome({ event: { outcome } }: { event: WebhookEvent }) {
  const word = useServerWord();
  return <StatusPill tone={toneOf(outcome)}>{word('status', outcome)}</StatusPill>;
}

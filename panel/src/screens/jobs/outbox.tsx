import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { useReview } from '../../app/review/provider.tsx';
import { Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { GatedButton } from '../../ui/gated-button.tsx';
import { IconRefresh } from '../../ui/icons.ts';
import { choice } from '../../ui/list/choice.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { serverTables, useServerWord } from '../../words/server.ts';
import classes from './jobs.module.css';
import { type Message, messagesQuery } from './queries.ts';
import { messageStatuses } from './statuses.ts';
import { jobWords } from './words.ts';

const route = getRouteApi('/shell/jobs');

/** Messages to the outside, of which the dead ones can be sent again. */
export function Outbox() {
  const t = useWords(jobWords);
  const word = useServerWord();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const page = useQuery(messagesQuery(search));
  const columns = useColumns();
  return (
    <ListPage
      name="outbox"
      label={t('outbox.title')}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
      filters={[
        choice('status', t('status'), messageStatuses, (value) => word('status', value)),
        choice('topic', t('outbox.topic'), Object.keys(serverTables.outboxTopic), (value) =>
          word('outboxTopic', value),
        ),
      ]}
      page={page}
      columns={columns}
      rowKey={(message) => message.id}
      linkOf={(message) => ({ to: '/jobs/messages/$id', params: { id: message.id }, search: true })}
      empty={{ title: t('outbox.empty.title'), text: t('outbox.empty.text') }}
    />
  );
}

function useColumns(): Column<Message>[] {
  const t = useWords(jobWords);
  const word = useServerWord();
  const format = useFormat();
  return [
    {
      key: 'topic',
      label: t('outbox.topic'),
      cell: ({ topic }) => <Text weight="medium">{word('outboxTopic', topic)}</Text>,
    },
    { key: 'status', label: t('status'), cell: (message) => <MessageStatus message={message} /> },
    {
      key: 'attempts',
      label: t('outbox.attempts'),
      number: true,
      wideOnly: true,
      cell: ({ attempts }) => format.number(attempts),
    },
    {
      key: 'error',
      label: t('outbox.error'),
      wideOnly: true,
      cell: ({ lastError }) => <bdi className={classes.cut}>{lastError ?? '–'}</bdi>,
    },
    {
      key: 'created',
      label: t('outbox.created'),
      wideOnly: true,
      cell: ({ createdAt }) => <Time at={createdAt} distance />,
    },
    {
      key: 'actions',
      label: t('actions.title'),
      cell: (message) => (message.status === 'dead' ? <Retry message={message} /> : '–'),
    },
  ];
}

export function MessageStatus({ message: { status } }: { message: Message }) {
  const word = useServerWord();
  return <StatusPill tone={toneOf(status)}>{word('status', status)}</StatusPill>;
}

export function Retry({ message }: { message: Message }) {
  const t = useWords(jobWords);
  const word = useServerWord();
  const review = useReview();
  const blocked = useDisabledReason(message.allowed, 'system:write');
  const open = () =>
    review.open({
      title: t('outbox.sheet', { topic: word('outboxTopic', message.topic) }),
      intro: t('outbox.intro'),
      confirmLabel: t('outbox.retry'),
      change: change('POST', '/v1/admin/outbox/{id}/retry', { path: { id: message.id } }),
    });
  return (
    <GatedButton blocked={blocked('retry', t('outbox.notDead'))} leftSection={<IconRefresh size={14} />} onClick={open}>
      {t('outbox.retry')}
    </GatedButton>
  );
}

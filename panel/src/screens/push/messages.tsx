import { NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PeopleList } from '../../app/people-list.tsx';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './push.module.css';
import { type Campaign, type MessageStatus, messageStatuses, messagesQuery, type PushMessage } from './queries.ts';
import { pushWords } from './words.ts';

/** What became of each message, newest first. */
export function Messages({ campaign }: { campaign: Campaign }) {
  const t = useWords(pushWords);
  const word = useServerWord();
  const [status, setStatus] = useState<MessageStatus>();
  const query = useInfiniteQuery(messagesQuery(campaign, status));
  return (
    <>
      <NativeSelect
        size="xs"
        className={classes.filter ?? ''}
        aria-label={t('messages.filter')}
        value={status ?? ''}
        onChange={({ currentTarget: { value } }) => setStatus(messageStatuses.find((one) => one === value))}
        data={[
          { value: '', label: t('messages.all') },
          ...messageStatuses.map((value) => ({ value, label: word('status', value) })),
        ]}
      />
      <PeopleList
        query={query}
        label={t('messages.title')}
        none={t('messages.none')}
        rowKey={({ id: one }) => one}
        row={(message) => ({ below: <When message={message} />, end: <Outcome message={message} /> })}
      />
    </>
  );
}

function When({ message: { isTest, nextAttemptAt, attempts, updatedAt } }: { message: PushMessage }) {
  const t = useWords(pushWords);
  return (
    <span>
      {isTest && `${t('test.title')} · `}
      {nextAttemptAt && attempts > 0 && `${t('messages.again')} `}
      <Time at={nextAttemptAt ?? updatedAt} distance />
    </span>
  );
}

function Outcome({ message: { outcome, status } }: { message: PushMessage }) {
  const word = useServerWord();
  return (
    <StatusPill tone={toneOf(status)}>{outcome ? word('pushOutcome', outcome) : word('status', status)}</StatusPill>
  );
}

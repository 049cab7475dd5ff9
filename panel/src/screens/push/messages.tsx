import { Button, NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { ObjectLink } from '../../app/object-link.tsx';
import { useSession } from '../../app/session.ts';
import { PersonAvatar } from '../../ui/person.tsx';
import { shortId } from '../../ui/short-id.ts';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './push.module.css';
import { type MessageStatus, messageStatuses, messagesQuery, type PushMessage } from './queries.ts';
import { pushWords } from './words.ts';

/** What became of each message, newest first. */
export function Messages({ id }: { id: string }) {
  const t = useWords(pushWords);
  const word = useServerWord();
  const [status, setStatus] = useState<MessageStatus>();
  const query = useInfiniteQuery(messagesQuery(id, status));
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
      <Loaded query={query} lines={4}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items);
          if (rows.length === 0) return <p className={classes.quiet}>{t('messages.none')}</p>;
          return (
            <>
              <ul className={classes.messages} aria-label={t('messages.title')}>
                {rows.map((message) => (
                  <MessageRow key={message.id} message={message} />
                ))}
              </ul>
              {query.hasNextPage && (
                <Button
                  mt="sm"
                  variant="default"
                  loading={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {t('messages.more')}
                </Button>
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function MessageRow({ message }: { message: PushMessage }) {
  const t = useWords(pushWords);
  const word = useServerWord();
  const { may } = useSession();
  const { user, outcome, status, isTest, nextAttemptAt, attempts, updatedAt } = message;
  const kind = t(user.isGuest ? 'messages.guest' : 'messages.user');
  const name = user.displayName ?? (may('users:read') ? `${kind} ${shortId(user.id)}` : t('messages.hidden', { kind }));
  return (
    <li>
      <PersonAvatar name={name} size={28} />
      <span className={classes.named}>
        <ObjectLink type="user" id={user.id}>
          <bdi>{name}</bdi>
        </ObjectLink>
        <small>
          {isTest && `${t('test.title')} · `}
          {nextAttemptAt && attempts > 0 ? (
            <>
              {t('messages.again')} <Time at={nextAttemptAt} distance />
            </>
          ) : (
            <Time at={nextAttemptAt ?? updatedAt} distance />
          )}
        </small>
      </span>
      <StatusPill tone={toneOf(status)}>{outcome ? word('pushOutcome', outcome) : word('status', status)}</StatusPill>
    </li>
  );
}

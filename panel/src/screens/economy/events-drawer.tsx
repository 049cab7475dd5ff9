import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Loaded } from '../../api/loaded.tsx';
import { ObjectLink } from '../../app/object-link.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { PersonAvatar } from '../../ui/person.tsx';
import { shortId } from '../../ui/short-id.ts';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { Coins, SubjectName, useCoinWords, useSubjectPictures } from '../users/public.ts';
import { useAccountName } from './accounts.ts';
import classes from './economy.module.css';
import { type EconomyEvent, economyQuery, eventsQuery } from './queries.ts';
import { economyWords } from './words.ts';

const route = getRouteApi('/shell/economy/on/$day/$account');

/** What a bar is made of: the movements of an account on a day. */
export function EventsDrawer() {
  const t = useWords(economyWords);
  const format = useFormat();
  const nameOf = useAccountName();
  const { day, account } = route.useParams();
  const { market, segmentId } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(eventsQuery({ day, account, market, segmentId }));
  const events = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const pictureOf = useSubjectPictures(events.map(({ subject }) => subject));
  return (
    <DetailDrawer
      title={nameOf(account)}
      subtitle={format.date(day)}
      onClose={() => void navigate({ to: '/economy', search: true })}
    >
      <Loaded query={query} lines={8}>
        {() => (
          <>
            <DayTotal />
            {events.length === 0 && <p className={classes.quiet}>{t('events.none')}</p>}
            <ul className={classes.events} aria-label={t('events.title')}>
              {events.map((event) => (
                <Row key={event.eventId} event={event} pictureOf={pictureOf} />
              ))}
            </ul>
            {query.hasNextPage && (
              <Button
                mt="sm"
                variant="default"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {t('events.more')}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </DetailDrawer>
  );
}

/** What the movements come to, those that are not listed yet included. */
function DayTotal() {
  const t = useWords(economyWords);
  const format = useFormat();
  const { day, account } = route.useParams();
  const { market, segmentId } = route.useSearch();
  const { data, isPlaceholderData } = useQuery(economyQuery({ dateFrom: day, dateTo: day, market, segmentId }));
  const coins = isPlaceholderData ? undefined : (data?.mintedBySource[account] ?? data?.burnedBySink[account]);
  if (coins === undefined) return null;
  return (
    <p className={classes.dayTotal}>
      <span>{t('events.total')}</span>
      <strong>{t('coins', { count: coins, amount: format.number(coins) })}</strong>
    </p>
  );
}

interface RowProps {
  event: EconomyEvent;
  pictureOf: ReturnType<typeof useSubjectPictures>;
}

function Row({ event, pictureOf }: RowProps) {
  const t = useWords(economyWords);
  const coinWord = useCoinWords();
  const { eventId, user, subject, causeLabel, reason, createdAt, coins } = event;
  const name = user.displayName ?? `${t(user.isGuest ? 'events.guest' : 'events.user')} ${shortId(user.id)}`;
  return (
    <li>
      <PersonAvatar name={name} size={28} />
      <span className={classes.event}>
        <ObjectLink type="user" id={user.id}>
          <bdi>{name}</bdi>
        </ObjectLink>
        <span>
          <ObjectLink type="ledger_event" id={eventId}>
            {coinWord.reason(reason)}
          </ObjectLink>
          {causeLabel !== null && (
            <>
              {' · '}
              <bdi>{causeLabel}</bdi>
            </>
          )}
        </span>
        {subject && <SubjectName subject={subject} pictureOf={pictureOf} />}
        <small>
          <Time at={createdAt} />
        </small>
      </span>
      <Coins amount={coins} />
    </li>
  );
}

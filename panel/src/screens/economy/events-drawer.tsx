import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ObjectLink } from '../../app/object-link.tsx';
import { PeopleList } from '../../app/people-list.tsx';
import { Inline } from '../../ui/box.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { useAccountName } from '../../words/accounts.ts';
import { useWords } from '../../words/define.ts';
import { Coins, SubjectName, useCauseName, useCoinWords, useSubjectPictures } from '../users/public.ts';
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
      <DayTotal />
      <PeopleList
        query={query}
        label={t('events.title')}
        none={t('events.none')}
        rowKey={({ eventId }) => eventId}
        row={(event) => ({ below: <Cause event={event} pictureOf={pictureOf} />, end: <Coins amount={event.coins} /> })}
      />
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
    <Inline as="p" className={classes.dayTotal} align="stretch" justify="between" gap="md" tabular>
      <span>{t('events.total')}</span>
      <strong>{t('coins', { count: coins, amount: format.number(coins) })}</strong>
    </Inline>
  );
}

interface CauseProps {
  event: EconomyEvent;
  pictureOf: ReturnType<typeof useSubjectPictures>;
}

/** Why the coins moved, of what, and when. */
function Cause({ event: { eventId, subject, causeLabel, bought, reason, createdAt }, pictureOf }: CauseProps) {
  const coinWord = useCoinWords();
  const causeName = useCauseName();
  return (
    <>
      <span>
        <ObjectLink type="ledger_event" id={eventId}>
          {coinWord.reason(reason)}
        </ObjectLink>
        {causeLabel !== null && (
          <>
            {' · '}
            <bdi>{causeName(causeLabel, bought)}</bdi>
          </>
        )}
      </span>
      {subject && <SubjectName subject={subject} pictureOf={pictureOf} />}
      <Time at={createdAt} />
    </>
  );
}

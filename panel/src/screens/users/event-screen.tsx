import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Loaded } from '../../api/loaded.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { useSession } from '../../app/session.ts';
import { useUserName } from '../../app/user-name.ts';
import { Box, Inline, Stack, Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { Page, Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { coinWords } from './coin-words.ts';
import coinClasses from './coins.module.css';
import { Coins, isWallet, useCoinWords } from './coins.tsx';
import { EventCause } from './event-cause.tsx';
import { Flow } from './flow.tsx';
import { eventQuery, type LedgerEvent, userQuery } from './queries.ts';
import { useNameOf } from './status.tsx';
import tabClasses from './tabs.module.css';
import classes from './users.module.css';

const route = getRouteApi('/shell/ledger/$eventId');

/** One movement of coins: both sides and the cause. */
export function LedgerEventScreen() {
  const t = useWords(coinWords);
  const { eventId } = route.useParams();
  return (
    <Page title={t('event.title')} description={<code className="ltr">{eventId}</code>} narrow>
      <RequirePermission>
        <EventOf eventId={eventId} />
      </RequirePermission>
    </Page>
  );
}

function EventOf({ eventId }: { eventId: string }) {
  const event = useQuery(eventQuery(eventId));
  return (
    <Loaded query={event} lines={8}>
      {(data) => <Shown event={data} />}
    </Loaded>
  );
}

function Shown({ event }: { event: LedgerEvent }) {
  const t = useWords(coinWords);
  const coinWord = useCoinWords();
  const net = event.entries.filter(({ account }) => isWallet(account)).reduce((sum, { amount }) => sum + amount, 0);
  const userId = event.entries[0]?.userId;
  return (
    <>
      <Inline gap="xl" mb="xl">
        <span className={coinClasses.net}>
          <Coins amount={net} />
        </span>
        <Stack as="span" className={coinClasses.heroWords} gap="3xs" tone="muted">
          <strong>{coinWord.reason(event.reason)}</strong>
          <span>
            {userId && <UserLink id={userId} />} · <Time at={event.createdAt} />
          </span>
        </Stack>
      </Inline>
      <Section title={t('event.sides')} description={t('event.zero')}>
        <Flow rows={event.entries} />
        <EntryTable event={event} />
      </Section>
      <Section
        title={t('event.cause')}
        description={event.cause.type === 'adjustment' && userId && <AdjustedBy userId={userId} />}
      >
        <EventCause event={event} />
      </Section>
    </>
  );
}

/** Leads to the entries about the user that say who adjusted the coins and why, for who may read them. */
function AdjustedBy({ userId }: { userId: string }) {
  const t = useWords(coinWords);
  const { can } = useSession();
  if (!can('audit:read')) return null;
  const search = { targetType: 'user', targetId: userId, action: 'wallet.adjust' } as const;
  return (
    <>
      {t('event.adjusted')}{' '}
      <Link to="/audit" search={search} className={classes.link}>
        {t('event.adjustedBy')}
      </Link>
    </>
  );
}

/** By name where one may see users. */
function UserLink({ id }: { id: string }) {
  const { can } = useSession();
  const { data, isError } = useQuery({ ...userQuery(id), enabled: can('users:read') });
  const userName = useUserName();
  const nameOf = useNameOf();
  const unread = userName({ id, name: null });
  if (!can('users:read')) return unread;
  const nameless = isError ? unread : '…';
  return (
    <Link to="/users/$id" params={{ id }} search={{ tab: 'ledger' }} className={classes.link}>
      <bdi>{data ? nameOf(data) : nameless}</bdi>
    </Link>
  );
}

function EntryTable({ event }: { event: LedgerEvent }) {
  const t = useWords(coinWords);
  const word = useServerWord();
  const format = useFormat();
  const sum = event.entries.reduce((total, { amount }) => total + amount, 0);
  return (
    <Box className={tabClasses.frame} framed="raised" scrolls>
      <table className={tabClasses.plain} aria-label={t('event.sides')}>
        <thead>
          <tr>
            <th scope="col">{t('event.account')}</th>
            <th scope="col">{t('event.row')}</th>
            <th scope="col" data-number>
              {t('event.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {event.entries.map((entry) => (
            <tr key={entry.id}>
              <th scope="row">
                <Stack as="span" className={classes.who} tight>
                  <span className={classes.whoName}>{word('target', entry.account)}</span>
                  <Text className={classes.whoMore} size="sm" weight="normal" tone="muted">
                    <code className="ltr">{entry.account}</code>
                  </Text>
                </Stack>
              </th>
              <td className="tabular">{entry.id}</td>
              <td data-number>
                <Coins amount={entry.amount} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {t('event.sum')}
            </th>
            <td data-number>{format.number(sum)}</td>
          </tr>
        </tfoot>
      </table>
    </Box>
  );
}

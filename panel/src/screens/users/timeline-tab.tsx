import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Loaded } from '../../api/loaded.tsx';
import { useSession } from '../../app/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { ActingAdmin } from '../../ui/person.tsx';
import type { Tone } from '../../ui/status-pill.tsx';
import { type Moment, Timeline } from '../../ui/timeline.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { Coins, useCoinWords } from './coins.tsx';
import { LoadMore } from './more.tsx';
import { type TimelineItem, timelineQuery } from './queries.ts';
import { tabWords } from './tab-words.ts';
import tabClasses from './tabs.module.css';
import classes from './users.module.css';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const toneOfAct: Readonly<Record<string, Tone>> = {
  'user.suspend': 'warning',
  'user.ban': 'danger',
  'user.anonymize': 'danger',
  'user.reactivate': 'positive',
};

/** One stream of all that happened to the user: each kind of thing in its own words. */
function useMoments(): (item: TimelineItem) => Moment {
  const t = useWords(tabWords);
  const word = useServerWord();
  const format = useFormat();
  const coinWord = useCoinWords();
  const { may } = useSession();
  return (item) => {
    const { id, at, title, data } = item;
    const who = <ActingAdmin name={text(data.admin_name) || null} email={text(data.admin_email)} />;
    switch (item.type) {
      case 'coins': {
        const amount = typeof data.amount === 'number' ? data.amount : 0;
        const reason = coinWord.reason(title);
        const event = may('wallet:read') ? (
          <Link to="/ledger/$eventId" params={{ eventId: text(data.eventId) }} className={classes.link}>
            {reason}
          </Link>
        ) : (
          reason
        );
        const moved = (
          <>
            <Coins amount={amount} /> {t('timeline.coins', { count: Math.abs(amount) })}
          </>
        );
        return { id, at, title: moved, text: event, tone: amount < 0 ? 'neutral' : 'positive' };
      }
      case 'unlock': {
        const unlocked = t('timeline.unlock', { series: title, number: Number(data.episodeNumber) });
        const cost = typeof data.amount === 'number' ? <UnlockCost amount={data.amount} /> : undefined;
        return { id, at, title: <bdi>{unlocked}</bdi>, ...(cost && { text: cost }) };
      }
      case 'note': {
        const body = (
          <>
            {who}
            <p className={tabClasses.noteBody}>{title}</p>
          </>
        );
        return { id, at, title: t('timeline.note'), text: body, tone: 'info' };
      }
      case 'subscription': {
        const until = t('timeline.until', { date: format.date(text(data.currentPeriodEnd)) });
        const line = `${word('status', text(data.status))}, ${until}`;
        return { id, at, title: t('timeline.subscription', { product: title }), text: line, tone: 'info' };
      }
      case 'admin': {
        const reason = text(data.reason);
        const by = (
          <>
            {who}
            {reason && <bdi>{` · ${reason}`}</bdi>}
          </>
        );
        return { id, at, title: word('action', title), text: by, tone: toneOfAct[title] ?? 'neutral' };
      }
      default:
        return { id, at, title };
    }
  };
}

function UnlockCost({ amount }: { amount: number }) {
  const t = useWords(tabWords);
  if (amount === 0) return t('unlocks.free');
  return (
    <>
      <Coins amount={amount} /> {t('timeline.coins', { count: Math.abs(amount) })}
    </>
  );
}

export function TimelineTab({ id }: { id: string }) {
  const t = useWords(tabWords);
  const timeline = useInfiniteQuery(timelineQuery(id));
  const momentOf = useMoments();
  return (
    <Loaded query={timeline} lines={8}>
      {(data) => {
        const items = data.pages.flatMap((page) => page.items);
        if (items.length === 0) return <EmptyState title={t('timeline.empty.title')} text={t('timeline.empty.text')} />;
        return (
          <>
            <Timeline moments={items.map(momentOf)} />
            <LoadMore query={timeline} />
          </>
        );
      }}
    </Loaded>
  );
}

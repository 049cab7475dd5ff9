import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { ObjectLink } from '../../app/object-link.tsx';
import type { PictureOf } from '../../app/pictures.tsx';
import { useSession } from '../../app/session.ts';
import { Inline } from '../../ui/box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { ActingAdmin } from '../../ui/person.tsx';
import { type Tone, toneOf } from '../../ui/status-pill.tsx';
import { type Moment, Timeline } from '../../ui/timeline.tsx';
import { useWords } from '../../words/define.ts';
import { useRailName } from '../../words/rails.ts';
import { useReasonWord, useServerWord } from '../../words/server.ts';
import { MoneyState } from '../refunds/public.ts';
import { useInterruption } from '../subscriptions/public.ts';
import { PaymentMark } from '../transactions/public.ts';
import { Coins, useCauseName, useCoinWords } from './coins.tsx';
import { useStrikeMoment, useWrittenMoment } from './comment-moments.tsx';
import { LoadMore } from './more.tsx';
import { useProductName } from './product-name.ts';
import { usePushMoment } from './push-moment.tsx';
import { type TimelineItem, timelineQuery, type User } from './queries.ts';
import { SubjectName, useSubjectPictures } from './subject.tsx';
import { tabWords } from './tab-words.ts';
import tabClasses from './tabs.module.css';
import { useRefreshOnNewRow } from './use-fresh-user.ts';
import classes from './users.module.css';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const toneOfAct: Readonly<Record<string, Tone>> = {
  'user.suspend': 'warning',
  'user.ban': 'danger',
  'user.anonymize': 'danger',
  'user.reactivate': 'positive',
};

interface TextProps {
  item: TimelineItem;
  pictureOf: PictureOf;
}

/** What coins moved for: the reason, which leads to both sides, and the episode, promo or package by name. */
function CoinsText({ item: { title, data }, pictureOf }: TextProps) {
  const { can } = useSession();
  const reason = useCoinWords().reason(title);
  const causeName = useCauseName();
  return (
    <Inline as="span" wraps gap="md" rowGap="2xs">
      {can('wallet:read') ? (
        <Link to="/ledger/$eventId" params={{ eventId: text(data.eventId) }} className={classes.link}>
          {reason}
        </Link>
      ) : (
        reason
      )}
      {data.subject && <SubjectName subject={data.subject} pictureOf={pictureOf} linked />}
      {typeof data.causeLabel === 'string' && <bdi>{causeName(data.causeLabel, data.bought)}</bdi>}
    </Inline>
  );
}

/** What was watched, and how far. */
function WatchText({ item: { title, data }, pictureOf }: TextProps) {
  const t = useWords(tabWords);
  const format = useFormat();
  const seconds = typeof data.secondsWatched === 'number' ? data.secondsWatched : 0;
  return (
    <Inline as="span" wraps gap="md" rowGap="2xs">
      {data.subject ? <SubjectName subject={data.subject} pictureOf={pictureOf} linked /> : title}
      <span>{data.completed === true ? t('timeline.toTheEnd') : format.duration(seconds * 1000)}</span>
    </Inline>
  );
}

function UnlockText({ item: { title, data }, pictureOf }: TextProps) {
  return data.subject ? <SubjectName subject={data.subject} pictureOf={pictureOf} linked /> : title;
}

/** How many coins moved, and for what. */
function useCoinsMoment(pictureOf: PictureOf) {
  const t = useWords(tabWords);
  return (item: TimelineItem): Omit<Moment, 'id' | 'at'> => {
    const { amount: given } = item.data;
    const amount = typeof given === 'number' ? given : 0;
    return {
      title: (
        <>
          <Coins amount={amount} /> {t('timeline.coins', { count: Math.abs(amount) })}
        </>
      ),
      text: <CoinsText item={item} pictureOf={pictureOf} />,
      tone: amount < 0 ? 'neutral' : 'positive',
    };
  };
}

type NameOf = ReturnType<typeof useProductName>;

/** What was paid for, how much and how. */
function usePurchaseMoment(productName: NameOf) {
  const t = useWords(tabWords);
  const word = useServerWord();
  const railName = useRailName();
  const format = useFormat();
  const reasonWord = useReasonWord();
  return ({ id, title, data }: TimelineItem): Omit<Moment, 'id' | 'at'> => {
    const [cents, failureReason] = [data.amountCents, text(data.failureReason) || null];
    const isPending = data.status === 'pending';
    const status = isPending && failureReason !== null ? 'failed' : text(data.status);
    const product = productName(title, data);
    const amount = typeof cents === 'number' ? format.money(cents, text(data.currency)) : '';
    const paidWord = data.kind === 'subscription' ? 'timeline.paidFor' : 'timeline.bought';
    return {
      title: (
        <ObjectLink type="purchase" id={id}>
          {t(isPending ? 'timeline.started' : paidWord, { product })}
        </ObjectLink>
      ),
      text: (
        <>
          <span className="ltr">{amount}</span> · {railName(text(data.platform))} · {word('status', status)}
          {failureReason !== null && (
            <>
              {' · '}
              <bdi>{reasonWord(failureReason)}</bdi>
            </>
          )}
          {data.isDisputed === true && ` · ${t('timeline.disputed')}`} <TestMarks data={data} />
        </>
      ),
      tone: data.isDisputed === true ? 'danger' : toneOf(status),
    };
  };
}

/** Whether a payment was a test or a family copy. */
const TestMarks = ({ data }: Pick<TimelineItem, 'data'>) => (
  <>
    {data.environment === 'sandbox' && <PaymentMark name="sandbox" />}
    {data.isFamilyShared === true && <PaymentMark name="family" />}
  </>
);

/** What was asked back of which purchase, by whom and what became of it. */
function useRefundMoment(productName: NameOf) {
  const t = useWords(tabWords);
  const word = useServerWord();
  const format = useFormat();
  return ({ id, title, data }: TimelineItem): Omit<Moment, 'id' | 'at'> => {
    const [status, cents, email] = [text(data.status), data.amountCents, text(data.admin_email)];
    const amount = typeof cents === 'number' ? format.money(cents, text(data.currency)) : '';
    return {
      title: (
        <Link to="/refunds/$id" params={{ id }} className={classes.link}>
          {t('timeline.refund', { product: productName(title, data.bought) })}
        </Link>
      ),
      text: (
        <Inline as="span" wraps gap="md" rowGap="2xs">
          <span>
            <span className="ltr">{amount}</span> · {word('status', status)}
          </span>
          {isMoneyState(data.money) && <MoneyState refund={{ money: data.money, requestedBy: null }} />}
          {email && <ActingAdmin name={text(data.admin_name) || null} email={email} />}
          <bdi>{text(data.reason)}</bdi>
        </Inline>
      ),
      tone: toneOf(status),
    };
  };
}

/** Who did something as an admin, and why. */
const actOf = ({ title, data }: TimelineItem, who: ReactNode): Pick<Moment, 'text' | 'tone'> => ({
  text: (
    <>
      {who}
      {text(data.reason) && (
        <>
          {' · '}
          <bdi>{text(data.reason)}</bdi>
        </>
      )}
    </>
  ),
  tone: toneOfAct[title] ?? 'neutral',
});

const interruptionIn = ({ interruption }: TimelineItem['data']) =>
  interruption === 'grace' || interruption === 'held' || interruption === 'paused' ? interruption : null;

/** The money of a refund that was ordered back. */
const isMoneyState = (money: unknown): money is 'pending' | 'returned' | 'failed' =>
  money === 'pending' || money === 'returned' || money === 'failed';

/** A note, a subscription or an act of an admin, in its own words. */
function usePlainMoments(pictureOf: PictureOf): Makers {
  const t = useWords(tabWords);
  const word = useServerWord();
  const format = useFormat();
  const interruptedOf = useInterruption();
  return {
    watch: (item) => ({ title: t('timeline.watched'), text: <WatchText item={item} pictureOf={pictureOf} /> }),
    note: (item) => {
      const body = (
        <>
          {whoDid(item)}
          <p className={tabClasses.noteBody}>{item.title}</p>
        </>
      );
      return { title: t('timeline.note'), text: body, tone: 'info' };
    },
    subscription: ({ title, data }) => {
      const interruption = interruptionIn(data);
      const interrupted = interruptedOf({ interruption, currentPeriodEnd: text(data.currentPeriodEnd) });
      const until = t('timeline.until', { date: format.date(text(data.currentPeriodEnd)) });
      const line = `${word('status', text(data.status))}, ${until}`;
      return {
        title: t('timeline.subscription', { product: title }),
        text: interrupted ?? line,
        tone: interrupted ? 'warning' : 'info',
      };
    },
    redemption: ({ title }) => ({ title: t('timeline.redeemed', { code: title }), tone: 'positive' }),
    admin: (item) => ({ title: word('action', item.title), ...actOf(item, whoDid(item)) }),
  };
}

type Makers = Readonly<Record<string, (item: TimelineItem) => Omit<Moment, 'id' | 'at'>>>;

const whoDid = ({ data }: TimelineItem): ReactNode => (
  <ActingAdmin name={text(data.admin_name) || null} email={text(data.admin_email)} />
);

/** One stream of all that happened to the user: each kind of thing in its own words. */
function useMoments(pictureOf: PictureOf, productName: NameOf): (item: TimelineItem) => Moment {
  const t = useWords(tabWords);
  const written = useWrittenMoment(pictureOf);
  const strike = useStrikeMoment();
  const coins = useCoinsMoment(pictureOf);
  const makers: Makers = {
    ...usePlainMoments(pictureOf),
    coins,
    // With the coins that paid for it, for operators who may see coins.
    unlock: (item) =>
      typeof item.data.amount === 'number'
        ? coins(item)
        : { title: t('timeline.unlocked'), text: <UnlockText item={item} pictureOf={pictureOf} /> },
    purchase: usePurchaseMoment(productName),
    refund: useRefundMoment(productName),
    comment: written,
    report: written,
    strike: (item) => strike(item, whoDid(item)),
    push: usePushMoment(),
  };
  return (item) => {
    const { id, at, title } = item;
    return { id, at, ...(makers[item.type]?.(item) ?? { title }) };
  };
}

export function TimelineTab({ user }: { user: User }) {
  const { id } = user;
  const t = useWords(tabWords);
  const timeline = useInfiniteQuery(timelineQuery(id));
  const items = timeline.data?.pages.flatMap((page) => page.items);
  const shown = items ?? [];
  useRefreshOnNewRow(id, items);
  const pictures = useSubjectPictures(shown.map(({ data }) => data.subject));
  const momentOf = useMoments(pictures, useProductName(user));
  return (
    <Loaded query={timeline} lines={8}>
      {() => {
        if (shown.length === 0) return <EmptyState title={t('timeline.empty.title')} text={t('timeline.empty.text')} />;
        return (
          <>
            <Timeline moments={shown.map(momentOf)} />
            <LoadMore query={timeline} />
          </>
        );
      }}
    </Loaded>
  );
}

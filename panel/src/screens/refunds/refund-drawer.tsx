import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { useBoughtName } from '../../app/bought.ts';
import { ObjectLink } from '../../app/object-link.tsx';
import { useSession } from '../../app/session.ts';
import { useUserName } from '../../app/user-name.ts';
import { Alert } from '../../ui/alert.tsx';
import { Inline } from '../../ui/box.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { DetailDrawer, DrawerSection } from '../../ui/detail-drawer.tsx';
import { Money } from '../../ui/money.tsx';
import { Person, PersonAvatar } from '../../ui/person.tsx';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useRailName } from '../../words/rails.ts';
import { useReasonWord, useServerWord } from '../../words/server.ts';
import { Decisions } from './decisions.tsx';
import { MoneySection, MoneyState, RetryMoney } from './money.tsx';
import { Amount, AskedBy, useRejectReason, userOf } from './parts.tsx';
import { type RefundDetail, refundQuery } from './queries.ts';
import { Unlocks, useCoins } from './refund-effect.tsx';
import classes from './refunds.module.css';
import { refundWords } from './words.ts';

const route = getRouteApi('/shell/refunds/$id');

/** One refund: of what, what it took back, and who asked and decided. */
export function RefundDrawer() {
  const t = useWords(refundWords);
  const word = useServerWord();
  const userName = useUserName();
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const refund = useQuery(refundQuery(id));
  const close = () => void navigate({ to: '/refunds', search: true });
  const { data } = refund;
  return (
    <DetailDrawer
      title={data ? t('of', { name: userName(userOf(data)) }) : t('one')}
      subtitle={
        data && (
          <>
            <StatusPill tone={toneOf(data.status)}>{word('status', data.status)}</StatusPill>
            {data.status === 'executed' && <MoneyState refund={data} />}
          </>
        )
      }
      actions={data && <Actions refund={data} />}
      onClose={close}
    >
      <Loaded query={refund} lines={10}>
        {(found) => (
          <>
            {found.status === 'rejected' && <Rejection refund={found} />}
            <About refund={found} />
            {found.status === 'executed' && <MoneySection refund={found} />}
            <Purchase refund={found} />
            {found.status === 'executed' && <Taken refund={found} />}
            <Decision refund={found} />
          </>
        )}
      </Loaded>
    </DetailDrawer>
  );
}

function Actions({ refund }: { refund: RefundDetail }) {
  if (refund.status === 'pending') return <Decisions refund={refund} />;
  return refund.money === 'failed' && <RetryMoney refund={refund} />;
}

/** Why there is no refund, which is what the requester looks for. */
function Rejection({ refund }: { refund: RefundDetail }) {
  const t = useWords(refundWords);
  const rejectReason = useRejectReason();
  return (
    <Alert tone="danger" title={t('rejectReason')}>
      <bdi>{rejectReason(refund.rejectReason)}</bdi>
    </Alert>
  );
}

function About({ refund }: { refund: RefundDetail }) {
  const t = useWords(refundWords);
  const word = useServerWord();
  const reasonWord = useReasonWord();
  const name = useUserName()(userOf(refund));
  return (
    <DrawerSection title={t('one')}>
      <Inline mb="xs">
        <PersonAvatar name={name} size={36} />
        <ObjectLink type="user" id={refund.userId}>
          <bdi>{name}</bdi>
        </ObjectLink>
      </Inline>
      <DescriptionList
        facts={[
          [t('amount'), <Amount key="amount" of={refund} />],
          [t('reason'), <bdi key="reason">{reasonWord(refund.reason)}</bdi>],
          [t('new.reverse'), word('value', String(refund.reverseUnlocks))],
        ]}
      />
    </DrawerSection>
  );
}

/** What was bought, and what other refunds have left of it: one may have been made since this one was asked for. */
function Purchase({ refund: { purchase, bought, refundableCents } }: { refund: RefundDetail }) {
  const t = useWords(refundWords);
  const word = useServerWord();
  const railName = useRailName();
  const boughtName = useBoughtName();
  const money = (cents: number) => <Money cents={cents} currency={purchase.currency} />;
  const refunded: [string, ReactNode][] =
    purchase.refundedCents === 0 ? [] : [[t('refundedSoFar'), money(purchase.refundedCents)]];
  return (
    <DrawerSection title={t('purchase')}>
      <DescriptionList
        facts={[
          [
            t('product'),
            <ObjectLink key="product" type="purchase" id={purchase.id}>
              <bdi>{boughtName({ ...bought, productId: purchase.productId })}</bdi>
            </ObjectLink>,
          ],
          [t('paid'), <Amount key="paid" of={purchase} />],
          [t('paidBy'), railName(purchase.platform)],
          [t('paidAt'), <Time key="at" at={purchase.createdAt} />],
          [t('status'), word('status', purchase.status)],
          ...refunded,
          [t('left'), money(refundableCents)],
        ]}
      />
    </DrawerSection>
  );
}

/** What was taken back for it, with the way to both sides of the movement. */
function Taken({ refund }: { refund: RefundDetail }) {
  const t = useWords(refundWords);
  const coins = useCoins();
  const { can } = useSession();
  const { coinsDeducted, underpaidCents, currency, ledgerEventId: eventId, reversedUnlocks } = refund;
  const taken =
    eventId !== null && can('wallet:read') ? (
      <Link to="/ledger/$eventId" params={{ eventId }}>
        {coins(coinsDeducted)}
      </Link>
    ) : (
      coins(coinsDeducted)
    );
  const short: [string, ReactNode][] =
    underpaidCents === 0 ? [] : [[t('short'), <Money key="short" cents={underpaidCents} currency={currency} />]];
  return (
    <DrawerSection title={t('taken')}>
      <DescriptionList facts={[[t('coinsTaken'), taken], ...short]} />
      {reversedUnlocks.length > 0 && (
        <>
          <p className={classes.quiet}>{t('effect.unlocks', { count: reversedUnlocks.length })}</p>
          <Unlocks unlocks={reversedUnlocks} />
        </>
      )}
    </DrawerSection>
  );
}

function Decision({ refund }: { refund: RefundDetail }) {
  const t = useWords(refundWords);
  const { decidedBy, createdAt, executedAt, rejectedAt, approvalId } = refund;
  const facts: [string, ReactNode][] = [
    [t('askedBy'), <AskedBy key="asked" refund={refund} />],
    [t('when.pending'), <Time key="created" at={createdAt} />],
  ];
  if (decidedBy) facts.push([t('decidedBy'), <Person key="by" name={decidedBy.name} email={decidedBy.email} />]);
  if (executedAt) facts.push([t('when.executed'), <Time key="executed" at={executedAt} />]);
  if (executedAt && refund.requestedBy)
    facts.push([t('confirmed.label'), <Confirmed key="confirmed" refund={refund} />]);
  if (rejectedAt) facts.push([t('when.rejected'), <Time key="rejected" at={rejectedAt} />]);
  return (
    <DrawerSection title={t('decision')}>
      <DescriptionList facts={facts} />
      {approvalId !== null && (
        <p className={classes.quiet}>
          <ObjectLink type="approval" id={approvalId}>
            {t('openApproval')}
          </ObjectLink>
        </p>
      )}
    </DrawerSection>
  );
}

/** Whether the provider has told of it, too. */
function Confirmed({ refund }: { refund: RefundDetail }) {
  const t = useWords(refundWords);
  const { confirmedAt, confirmedCents, amountCents, currency } = refund;
  if (confirmedAt === null) return t('confirmed.notYet');
  if (confirmedCents === amountCents) return <Time at={confirmedAt} />;
  return (
    <>
      <Money cents={confirmedCents} currency={currency} /> · <Time at={confirmedAt} />
    </>
  );
}

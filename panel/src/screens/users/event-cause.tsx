import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ObjectLink, useObjectHref } from '../../app/object-link.tsx';
import { useSession } from '../../app/session.ts';
import { CopyText } from '../../ui/copy-text.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { coinWords } from './coin-words.ts';
import { useCauseName, useCoinWords } from './coins.tsx';
import type { LedgerEvent } from './queries.ts';
import { SubjectName, useSubjectPictures } from './subject.tsx';
import classes from './users.module.css';

type Fact = readonly [string, ReactNode];

/** What coins moved for, with links to the payment, the refund, the episode and what the user has unlocked. */
export function EventCause({ event }: { event: LedgerEvent }) {
  const t = useWords(coinWords);
  const coinWord = useCoinWords();
  const hrefOf = useObjectHref();
  const { can } = useSession();
  const { cause, subject, reason, createdAt } = event;
  const pictureOf = useSubjectPictures([subject]);
  const userId = event.entries[0]?.userId;
  const refundId = typeof cause.refundId === 'string' ? cause.refundId : null;
  const leadsTo = (type: string, id: string | null) => hrefOf(type, id) !== undefined;
  const facts: (Fact | false)[] = [
    [t('event.kind'), coinWord.cause(cause.type)],
    typeof cause.label === 'string' && [
      t('event.about'),
      <CauseName key="about" label={cause.label} bought={cause.bought} />,
    ],
    subject ? [t('event.about'), <SubjectName key="subject" subject={subject} pictureOf={pictureOf} linked />] : false,
    cause.type === 'purchase' &&
      leadsTo('purchase', cause.id) && [
        t('event.payment'),
        <ObjectLink key="payment" type="purchase" id={cause.id}>
          {t('event.openPayment')}
        </ObjectLink>,
      ],
    leadsTo('refund', refundId) && [
      t('event.refund'),
      <ObjectLink key="refund" type="refund" id={refundId}>
        {t('event.openRefund')}
      </ObjectLink>,
    ],
    isOfUnlocks(reason) &&
      userId !== undefined &&
      can('users:read') && [
        t('event.unlocks'),
        <Link
          key="unlocks"
          to="/users/$id"
          params={{ id: userId }}
          search={{ tab: 'unlocks' }}
          className={classes.link}
        >
          {t('event.openUnlocks')}
        </Link>,
      ],
    [t('event.reason'), <bdi key="reason">{coinWord.reason(reason)}</bdi>],
    [t('event.id'), <CopyText key="id" label={t('event.id')} text={cause.id} hidden />],
    [t('event.when'), <Time key="when" at={createdAt} />],
  ];
  return <DescriptionList facts={facts.filter((fact) => fact !== false)} />;
}

/** The code of a promo, or what was bought, with the SKU beside it for who looks it up in a store. */
function CauseName({ label, bought }: { label: string; bought: unknown }) {
  const name = useCauseName()(label, bought);
  return (
    <>
      <bdi>{name}</bdi>
      {name !== label && (
        <>
          {' '}
          <code className="ltr">{label}</code>
        </>
      )}
    </>
  );
}

const isOfUnlocks = (reason: string): boolean => reason === 'unlock' || reason === 'unlock_reversal';

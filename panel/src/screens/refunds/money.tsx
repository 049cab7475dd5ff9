import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { change } from '../../api/change.ts';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { useReview } from '../../app/review/provider.tsx';
import { useUserName } from '../../app/user-name.ts';
import { Alert } from '../../ui/alert.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { DrawerSection } from '../../ui/detail-drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { GatedButton } from '../../ui/gated-button.tsx';
import { StatusPill, type Tone } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useRailName } from '../../words/rails.ts';
import { useReasonWord } from '../../words/server.ts';
import { moneyWayOf, railOf, railsQuery } from '../payments/public.ts';
import { userOf } from './parts.tsx';
import type { Refund, RefundDetail } from './queries.ts';
import classes from './refunds.module.css';
import { refundWords } from './words.ts';

type Money = Refund['money'];

const tones: Readonly<Record<Money, Tone>> = {
  none: 'neutral',
  pending: 'info',
  returned: 'positive',
  failed: 'danger',
};

/** Whether the money arrived. A refund that the provider made has returned it already. */
export function MoneyState({ refund: { money, requestedBy } }: { refund: Pick<Refund, 'money' | 'requestedBy'> }) {
  const t = useWords(refundWords);
  const shown = money === 'none' && requestedBy === null ? 'returned' : money;
  return <StatusPill tone={tones[shown]}>{t(`money.states.${shown}`)}</StatusPill>;
}

const { reasons } = refundWords.en.money;
const isKnown = (code: string): code is keyof typeof reasons => Object.hasOwn(reasons, code);

/** Why the money was not returned: in words for the codes that are known. */
function useMoneyReason(): (code: string) => string {
  const t = useWords(refundWords);
  const reasonWord = useReasonWord();
  return (code) => (isKnown(code) ? t(`money.reasons.${code}`) : reasonWord(code));
}

/** What became of the money of an executed refund, which is another question than the coins. */
export function MoneySection({ refund }: { refund: RefundDetail }) {
  const t = useWords(refundWords);
  const moneyReason = useMoneyReason();
  const { money, moneyReason: code, moneyAt, requestedBy, platform } = refund;
  const facts: [string, ReactNode][] = [[t('money.state'), <MoneyState key="state" refund={refund} />]];
  if (code !== null) facts.push([t('money.why'), <bdi key="why">{moneyReason(code)}</bdi>]);
  if (moneyAt !== null) facts.push([t('money.since'), <Time key="since" at={moneyAt} />]);
  return (
    <DrawerSection title={t('money.title')}>
      <DescriptionList facts={facts} />
      {money === 'failed' && <p className={classes.quiet}>{t('money.failedText')}</p>}
      {money === 'pending' && <p className={classes.quiet}>{t('money.pendingText')}</p>}
      {money === 'none' && requestedBy !== null && <MoneyNotice platform={platform} />}
    </DrawerSection>
  );
}

/** Orders money again that could not be returned. */
export function RetryMoney({ refund }: { refund: RefundDetail }) {
  const t = useWords(refundWords);
  const format = useFormat();
  const review = useReview();
  const name = useUserName()(userOf(refund));
  const blocked = useDisabledReason(refund.allowed, 'payments:refund')('retry_money');
  const { id, amountCents, currency } = refund;
  const amount = format.money(amountCents, currency);
  const open = () =>
    review.open({
      title: t('money.retry.sheet', { name, amount }),
      about: name,
      currency,
      intro: t('money.retry.text'),
      confirmLabel: t('money.retry.button'),
      done: () => t('money.retry.done', { name, amount }),
      change: change('POST', '/v1/admin/refunds/{id}/retry-money', { path: { id } }),
    });
  return (
    <GatedButton variant="filled" color="iris" blocked={blocked} onClick={open}>
      {t('money.retry.button')}
    </GatedButton>
  );
}

const isStoreWithSteps = (rail: string): rail is 'ios_store' | 'android_store' =>
  rail === 'ios_store' || rail === 'android_store';

/** How the money of a refund returns: not from here where a store sold it, which alone can return it. */
export function MoneyNotice({ platform }: { platform: string }) {
  const t = useWords(refundWords);
  const railName = useRailName();
  const { data } = useQuery(railsQuery);
  const rail = data && railOf(data.rails, platform);
  const way = isStoreWithSteps(platform) ? 'store' : rail ? moneyWayOf(rail) : 'provider';
  if (!data && way !== 'store') return null;
  if (way === 'ordered') return <p className={classes.quiet}>{t('money.ordered', { rail: railName(platform) })}</p>;
  if (!isStoreWithSteps(platform)) {
    return (
      <Alert tone="warning" title={t('money.atProvider', { rail: railName(platform) })}>
        {t('money.atProviderText')}
      </Alert>
    );
  }
  return (
    <Alert tone="warning" title={t('money.atStore', { store: railName(platform) })}>
      {t('money.storeText')}
      <ol className={classes.steps}>
        <li>{t(`money.steps.${platform}`)}</li>
        <li>{t('money.steps.report')}</li>
      </ol>
    </Alert>
  );
}

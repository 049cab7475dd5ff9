import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { useBoughtName, useCoinsText } from '../../app/bought.ts';
import { CopyText } from '../../ui/copy-text.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { DetailDrawer, DrawerSection } from '../../ui/detail-drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { useRailName } from '../../words/rails.ts';
import { useReasonWord } from '../../words/server.ts';
import { MarkTexts, marksOf, PaymentMarks } from './marks.tsx';
import { Movements } from './movements.tsx';
import { Buyer, TransactionStatus, useBroughtText } from './parts.tsx';
import { type TransactionDetail, transactionQuery } from './queries.ts';
import { Questions } from './questions.tsx';
import { RefundButton } from './refund-button.tsx';
import { Refunds } from './refunds.tsx';
import { Unlocks } from './unlocks.tsx';
import { Webhooks } from './webhooks.tsx';
import { transactionWords } from './words.ts';

const route = getRouteApi('/shell/transactions/$id');

/** One payment, and all that belongs to it. */
export function TransactionDrawer() {
  const t = useWords(transactionWords);
  const boughtName = useBoughtName();
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const found = useQuery(transactionQuery(id));
  const close = () => void navigate({ to: '/transactions', search: true });
  return (
    <DetailDrawer
      title={found.data ? boughtName(found.data) : t('one')}
      subtitle={
        found.data && (
          <>
            <TransactionStatus payment={found.data} />
            <PaymentMarks of={found.data} />
          </>
        )
      }
      actions={found.data && <RefundButton transaction={found.data} />}
      onClose={close}
    >
      <Loaded query={found} lines={8}>
        {(data) => (
          <>
            <DrawerSection title={t('about')}>
              <About transaction={data} />
            </DrawerSection>
            <DrawerSection title={t('coinsMoved.title')}>
              <Movements entries={data.ledgerEntries} />
            </DrawerSection>
            <DrawerSection title={t('refunds.title')}>
              <Refunds refunds={data.refundHistory} />
            </DrawerSection>
            {data.questions.length > 0 && (
              <DrawerSection title={t('questions.title')}>
                <Questions questions={data.questions} />
              </DrawerSection>
            )}
            <DrawerSection title={t('unlocks.title')}>
              <Unlocks unlocks={data.relatedUnlocks} />
            </DrawerSection>
            <DrawerSection title={t('webhooks.title')}>
              <Webhooks webhooks={data.webhooks} />
            </DrawerSection>
            <DrawerSection title={t('ids.title')}>
              {data.transactionId !== null && <CopyText label={t('ids.provider')} text={data.transactionId} />}
              <CopyText label={t('ids.ours')} text={data.id} />
            </DrawerSection>
          </>
        )}
      </Loaded>
    </DetailDrawer>
  );
}

type Fact = readonly [string, ReactNode];

/** What the payment counts as in US dollars, and why. */
function useConversion(transaction: TransactionDetail): (Fact | false)[] {
  const t = useWords(transactionWords);
  const format = useFormat();
  const { currency, amountUsdCents, exchangeRate, exchangeRateDate, isAmountAssumed } = transaction;
  const rate =
    exchangeRate === null || exchangeRateDate === null
      ? t('notConverted')
      : t('convertedBy', { rate: exchangeRate, day: format.date(exchangeRateDate) });
  return [
    isAmountAssumed && [t('amountNote'), t('assumed')],
    currency !== 'USD' && [t('inDollars'), <Money key="usd" cents={amountUsdCents} currency="USD" />],
    currency !== 'USD' && [t('exchangeRate'), rate],
  ];
}

function About({ transaction }: { transaction: TransactionDetail }) {
  const t = useWords(transactionWords);
  const railName = useRailName();
  const [broughtText, coinsText] = [useBroughtText(), useCoinsText()];
  const reasonWord = useReasonWord();
  const { country } = usePlaces();
  const { platform, region, amountCents, currency, expectedUsdCents } = transaction;
  const { refundedCents, refundableCents, underpaidCents, refundReason, failureReason, promoCoins } = transaction;
  const { feeCents, taxCents } = transaction;
  const special = useSpecialFacts(transaction);
  const money = (label: string, cents: number, of = currency): Fact => [
    label,
    <Money key={label} cents={cents} currency={of} />,
  ];
  const conversion = useConversion(transaction);
  const coins = broughtText(transaction);
  const facts: (Fact | false)[] = [
    [t('user'), <Buyer key="user" paid={transaction} />],
    [t('product'), <bdi key="product">{transaction.productId}</bdi>],
    [t('rail'), railName(platform)],
    money(t('amount'), amountCents),
    ...conversion,
    feeCents !== null && money(t('fee'), feeCents),
    taxCents !== null && money(t('tax'), taxCents),
    expectedUsdCents !== null && money(t('expected'), expectedUsdCents, 'USD'),
    coins !== undefined && [t('coinsMoved.title'), coins],
    promoCoins > 0 && [t('promoCoins'), coinsText({ coinsGranted: promoCoins, bonusCoins: 0 })],
    region !== null && [t('country'), country(region)],
    [t('when'), <Time key="when" at={transaction.createdAt} />],
    transaction.completedAt !== null && [t('completed'), <Time key="paid" at={transaction.completedAt} />],
    failureReason !== null && [t('failure'), <bdi key="failure">{reasonWord(failureReason)}</bdi>],
    refundedCents > 0 && money(t('givenBack'), refundedCents),
    refundReason !== null && [t('refundReason'), <bdi key="reason">{reasonWord(refundReason)}</bdi>],
    ...special,
    underpaidCents > 0 && money(t('underpaid'), underpaidCents),
    refundableCents > 0 && refundedCents > 0 && money(t('left'), refundableCents),
  ];
  return <DescriptionList facts={facts.filter((fact) => fact !== false)} />;
}

/** What not every payment has: more than one piece, a mark, a dispute. */
function useSpecialFacts(transaction: TransactionDetail): (Fact | false)[] {
  const t = useWords(transactionWords);
  const format = useFormat();
  const reasonWord = useReasonWord();
  const { disputedAt, disputeReason, disputeClosedAt, quantity } = transaction;
  return [
    quantity > 1 && [t('quantity'), format.number(quantity)],
    marksOf(transaction).length > 0 && [t('special'), <MarkTexts key="special" of={transaction} />],
    disputedAt !== null && [t('disputedSince'), <Time key="disputed" at={disputedAt} />],
    disputeReason !== null && [t('disputeReason'), <bdi key="why">{reasonWord(disputeReason)}</bdi>],
    disputeClosedAt !== null && [t('disputeClosed'), <Time key="closed" at={disputeClosedAt} />],
  ];
}

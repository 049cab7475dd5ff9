import { ObjectLink } from '../../app/object-link.tsx';
import { useUserName } from '../../app/user-name.ts';
import { fieldsOf } from '../../ui/diff.tsx';
import { useFormat } from '../../ui/format.ts';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { statusOf, type Transaction } from './queries.ts';
import { transactionWords } from './words.ts';

export function TransactionStatus({ payment }: { payment: Pick<Transaction, 'status' | 'failureReason'> }) {
  const word = useServerWord();
  const status = statusOf(payment);
  return <StatusPill tone={toneOf(status)}>{word('status', status)}</StatusPill>;
}

/** Who paid, by name; a guest has none, and is known by where they are. */
export function useBuyerName(): (paid: Pick<Transaction, 'user' | 'region'>) => string {
  const nameOf = useUserName();
  return ({ user, region }) => nameOf({ ...user, name: user.label, countryCode: user.countryCode ?? region });
}

/** The same with a link to them. */
export function Buyer({ paid }: { paid: Pick<Transaction, 'user' | 'region'> }) {
  const nameOf = useBuyerName();
  return (
    <ObjectLink type="user" id={paid.user.id}>
      <bdi>{nameOf(paid)}</bdi>
    </ObjectLink>
  );
}

/** The sign of the currency keeps its place beside the number in Arabic too. */
export function Money({ cents, currency }: { cents: number; currency: string }) {
  return <span className="ltr">{useFormat().money(cents, currency)}</span>;
}

type Bought = Pick<Transaction, 'kind' | 'productId' | 'productName' | 'coinsGranted' | 'bonusCoins'>;

/** What was paid for: a package by its coins, as the store shows it, a subscription by its name. */
export function useBoughtName(): (bought: Bought) => string {
  const t = useWords(transactionWords);
  const coinsText = useCoinsText();
  return ({ kind, productId, productName, coinsGranted, bonusCoins }) =>
    kind === 'subscription'
      ? t('subscriptionTo', { product: productName ?? productId })
      : (coinsText({ coinsGranted, bonusCoins }) ?? productId);
}

/** The same as answers have it that keep it loosely, such as a movement of coins or a request. */
function boughtIn(productId: string, told: unknown): Bought {
  const { kind, productName, coinsGranted, bonusCoins } = fieldsOf(told);
  return {
    kind: kind === 'subscription' ? 'subscription' : 'coin_pack',
    productId,
    productName: typeof productName === 'string' ? productName : null,
    coinsGranted: Number(coinsGranted ?? 0),
    bonusCoins: Number(bonusCoins ?? 0),
  };
}

/** What has this SKU, by what is told of it; by the SKU where nothing is. */
export function useProductCalled(): (productId: string, told: unknown) => string {
  const boughtName = useBoughtName();
  return (productId, told) => boughtName(boughtIn(productId, told));
}

type Granted = Pick<Transaction, 'coinsGranted' | 'bonusCoins'>;

/** The coins that a payment is for. */
function useCoinsText(): (granted: Granted) => string | undefined {
  const t = useWords(transactionWords);
  const format = useFormat();
  return ({ coinsGranted: count, bonusCoins: bonus }) => {
    if (count + bonus === 0) return undefined;
    const given = { count, amount: format.number(count), bonus: format.number(bonus) };
    return t(bonus > 0 ? 'withBonus' : 'coins', given);
  };
}

type Paid = Granted & Pick<Transaction, 'status' | 'failureReason'>;

/** The coins that it brought or will bring; none where it was declined. */
export function useBroughtText(): (paid: Paid) => string | undefined {
  const coinsText = useCoinsText();
  return (paid) => (statusOf(paid) === 'failed' ? undefined : coinsText(paid));
}

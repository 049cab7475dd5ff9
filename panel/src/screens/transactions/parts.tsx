import { ObjectLink } from '../../app/object-link.tsx';
import { useFormat } from '../../ui/format.ts';
import { shortId } from '../../ui/short-id.ts';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import type { Transaction } from './queries.ts';
import { transactionWords } from './words.ts';

export function TransactionStatus({ status }: Pick<Transaction, 'status'>) {
  const word = useServerWord();
  return <StatusPill tone={toneOf(status)}>{word('status', status)}</StatusPill>;
}

/** Who paid, with a link to them. */
export function Buyer({ user }: Pick<Transaction, 'user'>) {
  const t = useWords(transactionWords);
  return (
    <ObjectLink type="user" id={user.id}>
      <bdi>{user.label ?? `${t('user')} ${shortId(user.id)}`}</bdi>
    </ObjectLink>
  );
}

/** The sign of the currency keeps its place beside the number in Arabic too. */
export function Money({ cents, currency }: { cents: number; currency: string }) {
  return <span className="ltr">{useFormat().money(cents, currency)}</span>;
}

type Bought = Pick<Transaction, 'kind' | 'productId' | 'productName'>;

/** What was paid for: a package by its SKU, a subscription by its name. */
export function useBoughtName(): (bought: Bought) => string {
  const t = useWords(transactionWords);
  return ({ kind, productId, productName }) =>
    kind === 'subscription' ? t('subscriptionTo', { product: productName ?? productId }) : productId;
}

type Granted = Pick<Transaction, 'coinsGranted' | 'bonusCoins' | 'status' | 'failureReason'>;

/** The coins that a payment brought or will bring; none where it was declined. */
export function useCoinsText(): (granted: Granted) => string | undefined {
  const t = useWords(transactionWords);
  const format = useFormat();
  return ({ coinsGranted: count, bonusCoins: bonus, status, failureReason }) => {
    if (count + bonus === 0 || (status === 'pending' && failureReason !== null)) return undefined;
    const given = { count, amount: format.number(count), bonus: format.number(bonus) };
    return t(bonus > 0 ? 'withBonus' : 'coins', given);
  };
}

import { useCoinsText } from '../../app/bought.ts';
import { ObjectLink } from '../../app/object-link.tsx';
import { useUserName } from '../../app/user-name.ts';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { useServerWord } from '../../words/server.ts';
import { statusOf, type Transaction } from './queries.ts';

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

type Paid = Pick<Transaction, 'status' | 'failureReason' | 'coinsGranted' | 'bonusCoins'>;

/** The coins that it brought or will bring; none where it was declined. */
export function useBroughtText(): (paid: Paid) => string | undefined {
  const coinsText = useCoinsText();
  return (paid) => (statusOf(paid) === 'failed' ? undefined : coinsText(paid));
}

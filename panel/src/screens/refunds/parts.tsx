import type { NamedUser } from '../../app/user-name.ts';
import { Stack } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { Person } from '../../ui/person.tsx';
import { useWords } from '../../words/define.ts';
import type { Refund } from './queries.ts';
import classes from './refunds.module.css';
import { refundWords } from './words.ts';

/** Whose refund it is. */
export const userOf = ({
  userId: id,
  userName: name,
  isGuest,
  countryCode,
}: Pick<Refund, 'userId' | 'userName' | 'isGuest' | 'countryCode'>): NamedUser => ({
  id,
  name,
  isGuest,
  countryCode,
});

interface AmountProps {
  of: Pick<Refund, 'amountCents' | 'currency' | 'amountUsdCents'>;
}

/** As it was paid, and what that was worth in US dollars. */
export function Amount({ of: { amountCents, currency, amountUsdCents } }: AmountProps) {
  const format = useFormat();
  return (
    <Stack as="span" className={classes.amount} within tight>
      <span className="ltr tabular">{format.money(amountCents, currency)}</span>
      {currency !== 'USD' && <small className="ltr tabular">{format.money(amountUsdCents, 'USD')}</small>}
    </Stack>
  );
}

/** Who asked for a refund; one that nobody asked for came from the provider. */
export function AskedBy({ refund: { requestedBy } }: { refund: Pick<Refund, 'requestedBy'> }) {
  const t = useWords(refundWords);
  return requestedBy === null ? t('provider') : <Person name={requestedBy.name} email={requestedBy.email} />;
}

/** Why it was rejected; a request that ended by itself has no reason of anybody. */
export function useRejectReason(): (reason: string | null) => string {
  const t = useWords(refundWords);
  return (reason) => {
    if (reason === 'request_cancelled') return t('ended.cancelled');
    if (reason === 'request_expired') return t('ended.expired');
    return reason ?? '';
  };
}

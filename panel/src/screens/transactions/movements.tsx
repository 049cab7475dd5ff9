import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../app/session.ts';
import { Inline, Note } from '../../ui/box.tsx';
import { Time } from '../../ui/time.tsx';
import { useAccountName } from '../../words/accounts.ts';
import { useWords } from '../../words/define.ts';
import { Coins, useCoinWords } from '../users/public.ts';
import type { TransactionDetail } from './queries.ts';
import classes from './transactions.module.css';
import { transactionWords } from './words.ts';

type Entry = TransactionDetail['ledgerEntries'][number];

/** The sides of each movement together, in their order. */
function byMovement(entries: readonly Entry[]): readonly (readonly [Entry, ...Entry[]])[] {
  const movements = new Map<string, [Entry, ...Entry[]]>();
  for (const entry of entries) {
    const sides = movements.get(entry.eventId);
    if (sides) sides.push(entry);
    else movements.set(entry.eventId, [entry]);
  }
  return [...movements.values()];
}

/** The coins that a payment moved, account by account. */
export function Movements({ entries }: { entries: readonly Entry[] }) {
  const t = useWords(transactionWords);
  const { reason } = useCoinWords();
  const { can } = useSession();
  if (entries.length === 0) return <Note>{t('coinsMoved.empty')}</Note>;
  return byMovement(entries).map(([first, ...others]) => (
    <section key={first.eventId} className={classes.movement} aria-label={reason(first.reason)}>
      <Inline align="baseline" justify="between" gap="md" mb="2xs">
        {can('wallet:read') ? (
          <Link to="/ledger/$eventId" params={{ eventId: first.eventId }} title={t('coinsMoved.open')}>
            {reason(first.reason)}
          </Link>
        ) : (
          <strong>{reason(first.reason)}</strong>
        )}
        <Time at={first.createdAt} distance />
      </Inline>
      <Sides entries={[first, ...others]} />
    </section>
  ));
}

function Sides({ entries }: { entries: readonly Entry[] }) {
  const t = useWords(transactionWords);
  const nameOf = useAccountName();
  return (
    <table className={classes.sides}>
      <VisuallyHidden component="thead">
        <tr>
          <th scope="col">{t('coinsMoved.account')}</th>
          <th scope="col">{t('coinsMoved.amount')}</th>
        </tr>
      </VisuallyHidden>
      <tbody>
        {entries.map(({ id, account, amount }) => (
          <tr key={id}>
            <td>{nameOf(account)}</td>
            <td>
              <Coins amount={amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

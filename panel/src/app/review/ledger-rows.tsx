import type { Schema } from '../../api/client.ts';
import { Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { useAccountName } from '../../words/accounts.ts';
import { useWords } from '../../words/define.ts';
import classes from './review.module.css';
import { reviewWords } from './words.ts';

/** The coins that move, account by account. */
export function LedgerRows({ rows }: { rows: readonly Schema<'LedgerEffect'>[] }) {
  const t = useWords(reviewWords);
  const format = useFormat();
  const nameOf = useAccountName();
  return (
    <section aria-label={t('ledger')}>
      <Text as="h3" size="sm" weight="medium" tone="muted" mb="sm">
        {t('ledger')}
      </Text>
      <table className={classes.ledger}>
        <thead>
          <tr>
            <th scope="col">{t('account')}</th>
            <th scope="col">{t('amount')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ account, amount }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an account may be moved twice, and the list never moves
            <tr key={index}>
              <td>{nameOf(account)}</td>
              <td>
                <bdi>{format.signed(amount)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

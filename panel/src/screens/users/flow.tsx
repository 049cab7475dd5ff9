import { Inline, Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { IconArrowRight } from '../../ui/icons.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './coins.module.css';

export interface LedgerRow {
  readonly account: string;
  readonly amount: number;
}

/** The rows of an event come in pairs: what a wallet gets, and what the other account gives. */
function pairsOf(rows: readonly LedgerRow[]): { from: LedgerRow; to: LedgerRow }[] {
  return rows.flatMap((row, index) => {
    const other = rows[index + 1];
    if (index % 2 === 1 || !other) return [];
    return [row.amount < 0 ? { from: row, to: other } : { from: other, to: row }];
  });
}

/** Where coins come from and where they go. */
export function Flow({ rows }: { rows: readonly LedgerRow[] }) {
  const word = useServerWord();
  const format = useFormat();
  return (
    <ul className={classes.flow}>
      {pairsOf(rows).map(({ from, to }) => (
        <li key={from.account + to.account} className={classes.pair}>
          <Text className={classes.account} framed="raised" pad="sm" size="md" weight="medium" data-sign="−">
            {word('target', from.account)}
          </Text>
          <Inline as="span" className={classes.moved} within justify="end" gap="xs" size="md" weight="strong">
            <span className="tabular">{format.number(Math.abs(to.amount))}</span>
            <IconArrowRight size={16} stroke={1.75} className="points" aria-hidden />
          </Inline>
          <Text className={classes.account} framed="raised" pad="sm" size="md" weight="medium" data-sign="+">
            {word('target', to.account)}
          </Text>
        </li>
      ))}
    </ul>
  );
}

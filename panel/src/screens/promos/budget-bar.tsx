import { useFormat } from '../../ui/format.ts';
import { useNow } from '../../ui/now.ts';
import { useWords } from '../../words/define.ts';
import { useCoins } from './names.tsx';
import classes from './promos.module.css';
import type { Promo } from './queries.ts';
import { promoWords } from './words.ts';

type Budget = Pick<Promo, 'type' | 'status' | 'budgetCoins' | 'spent_coins' | 'projectedExhaustionAt' | 'budgetState'>;

const dayMs = 86_400_000;

/** When the budget runs out at the current pace: a duration on the last day, a date before that. */
function useProjection(): (promo: Budget) => string | undefined {
  const t = useWords(promoWords);
  const format = useFormat();
  const now = useNow(60_000);
  return ({ status, projectedExhaustionAt: at }) => {
    if (status === 'exhausted') return t('budget.gone');
    if (status !== 'running') return undefined;
    if (at === null) return t('budget.lasts');
    const left = Math.max(0, Date.parse(at) - now);
    if (left < dayMs) return t('budget.soon', { time: format.duration(left) });
    return t('budget.until', { day: format.date(at) });
  };
}

/** What is left of the budget, as a bar that grows shorter, and for how long it lasts. A longer trial takes no coins. */
export function BudgetBar({ promo }: { promo: Budget }) {
  const t = useWords(promoWords);
  const format = useFormat();
  const coins = useCoins();
  const projection = useProjection()(promo);
  const { type, budgetCoins, spent_coins: spent, budgetState } = promo;
  if (type === 'trial_ext') return <span className={classes.quiet}>{t('budget.none')}</span>;
  const left = budgetCoins - spent;
  const share = budgetCoins === 0 ? 0 : left / budgetCoins;
  return (
    <span className={classes.budget}>
      <span className="tabular">{t('budget.left', { left: format.number(left), coins: coins(budgetCoins) })}</span>
      <span aria-hidden className={classes.bar} data-state={budgetState}>
        <span className={classes.left} style={{ inlineSize: `${share * 100}%` }} />
      </span>
      {projection && <small>{projection}</small>}
    </span>
  );
}

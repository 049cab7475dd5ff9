import { useQuery } from '@tanstack/react-query';
import type { Schema } from '../../api/client.ts';
import { Loaded } from '../../api/loaded.tsx';
import { DrawerSection } from '../../ui/detail-drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { useCoins } from './names.tsx';
import classes from './promos.module.css';
import { daysQuery } from './queries.ts';
import { promoWords } from './words.ts';

/** What was given away on each day, or how often it was redeemed where that takes no coins. */
export function DayBars({ id }: { id: string }) {
  const t = useWords(promoWords);
  const days = useQuery(daysQuery(id));
  const list = days.data?.days ?? [];
  const isOfUses = list.some(({ redemptions }) => redemptions > 0) && list.every(({ coins }) => coins === 0);
  return (
    <DrawerSection title={t(isOfUses ? 'days.usesTitle' : 'days.title')}>
      <Loaded query={days} lines={3}>
        {(data) => <Bars days={data.days} />}
      </Loaded>
    </DrawerSection>
  );
}

function Bars({ days }: Pick<Schema<'PromoDays'>, 'days'>) {
  const t = useWords(promoWords);
  const format = useFormat();
  const coins = useCoins();
  const total = days.reduce((sum, day) => sum + day.coins, 0);
  const uses = days.reduce((sum, day) => sum + day.redemptions, 0);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || uses + total === 0) return <p className={classes.quiet}>{t('days.none')}</p>;
  const heightOf = ({ coins: given, redemptions }: (typeof days)[number]) => (total > 0 ? given : redemptions);
  const most = Math.max(1, ...days.map(heightOf));
  const said = t('days.summary', {
    from: format.date(first.day),
    to: format.date(last.day),
    coins: coins(total),
    uses: format.number(uses),
  });
  return (
    <>
      <div className={classes.days} role="img" aria-label={said}>
        {days.map((day) => (
          <span
            key={day.day}
            className={classes.given}
            title={t('days.day', {
              day: format.date(day.day),
              coins: coins(day.coins),
              uses: format.number(day.redemptions),
            })}
            style={{ blockSize: `${(heightOf(day) / most) * 100}%` }}
          />
        ))}
      </div>
      <p className={classes.range} aria-hidden>
        <span>{format.date(first.day)}</span>
        <span>{format.date(last.day)}</span>
      </p>
    </>
  );
}

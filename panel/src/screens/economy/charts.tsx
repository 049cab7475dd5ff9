import { getRouteApi } from '@tanstack/react-router';
import { Columns } from '../../ui/box.tsx';
import { ChartFrame } from '../../ui/chart/chart-frame.tsx';
import { dayOf } from '../../ui/date/days.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { useAccountLines } from './accounts.ts';
import classes from './economy.module.css';
import type { Economy } from './queries.ts';
import { economyWords } from './words.ts';

const route = getRouteApi('/shell/economy');

/** Day by day. A bar leads to the movements that it is made of. */
export function EconomyCharts({ economy }: { economy: Economy }) {
  const t = useWords(economyWords);
  const format = useFormat();
  const navigate = route.useNavigate();
  const given = useAccountLines(economy.mintedBySource);
  const spent = useAccountLines(economy.burnedBySink);
  const shared = { unit: t('unit'), showAt: format.dayMonth } as const;
  const growsFrom = dayOf(economy.asOf);
  const open = (day: string, account: string) =>
    void navigate({ to: '/economy/on/$day/$account', params: { day, account }, search: true });
  return (
    <Columns className={classes.charts} min="xl">
      <ChartFrame
        {...shared}
        title={t('given.chart')}
        growsFrom={growsFrom}
        kind="bar"
        lines={given}
        points={given.length === 0 ? [] : pointsOf(economy, 'mintedBySource', given)}
        onPick={open}
      />
      <ChartFrame
        {...shared}
        title={t('spent.chart')}
        growsFrom={growsFrom}
        kind="bar"
        lines={spent}
        points={spent.length === 0 ? [] : pointsOf(economy, 'burnedBySink', spent)}
        onPick={open}
      />
      <ChartFrame
        {...shared}
        title={t('held.chart')}
        lines={[
          { key: 'paid', label: t('bought'), color: 'iris.6' },
          { key: 'bonus', label: t('bonus'), color: 'orange.5' },
        ]}
        points={economy.daily.map(({ day, liabilityPaidCoins: paid, liabilityBonusCoins: bonus }) => ({
          at: day,
          values: { paid, bonus },
        }))}
      />
    </Columns>
  );
}

const pointsOf = (
  { dailyByAccount }: Economy,
  side: 'mintedBySource' | 'burnedBySink',
  lines: readonly { readonly key: string }[],
) =>
  dailyByAccount.map((one) => ({
    at: one.day,
    values: Object.fromEntries(lines.map(({ key }) => [key, one[side][key] ?? 0])),
  }));

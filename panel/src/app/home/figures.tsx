import { Skeleton } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Note, Text } from '../../ui/box.tsx';
import { signOf, useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { useFigureQueries, useSession } from '../session.ts';
import type { Figure } from '../tiles.ts';
import classes from './home.module.css';
import { homeWords } from './words.ts';

const most = 6;

/** What a role looks at first; the other figures follow. */
const firstFigures: Readonly<Record<string, readonly Figure['name'][]>> = {
  content_manager: ['activeUsers', 'registrations', 'burned'],
  support: ['burned', 'minted', 'held'],
  analyst: ['activeUsers', 'revenue', 'registrations'],
};

/** Three to six figures with a line of seven days, and how they compare with the days before. */
export function Figures() {
  const t = useWords(homeWords);
  const { me } = useSession();
  const queries = useFigureQueries();
  const answers = useQueries({ queries });
  if (queries.length === 0) return null;
  const first = firstFigures[me.role] ?? [];
  const placeOf = ({ name }: Figure): number => (first.includes(name) ? first.indexOf(name) : first.length);
  const figures = answers.flatMap(({ data }) => data ?? []).toSorted((one, other) => placeOf(one) - placeOf(other));
  return (
    <section>
      <Text as="h2" size="lg" weight="medium" mb="sm">
        {t('figures')}
      </Text>
      {answers.some(({ isError, data }) => isError && !data) && <Note>{t('noFigures')}</Note>}
      {figures.length === 0 && answers.some(({ isPending }) => isPending) && <Skeleton height={112} />}
      <ul className={classes.figures}>
        {figures.slice(0, most).map((figure) => (
          <FigureCard key={figure.name} figure={figure} />
        ))}
      </ul>
    </section>
  );
}

function FigureCard({ figure }: { figure: Figure }) {
  const t = useWords(homeWords);
  const format = useFormat();
  const { name, unit, value, days, before, isLevel, href } = figure;
  const shown = (amount: number) => (unit === 'usdCents' ? format.money(amount, 'USD') : format.number(amount));
  const share = before === 0 ? null : (value - before) / before;
  const change = share === null ? null : `${signOf(share)}${format.percent(Math.abs(share))}`;
  return (
    <li>
      <Link to={href} className={classes.figure}>
        <Text size="sm" tone="muted">
          {t(`figure.${name}`)}
        </Text>
        <Text size="2xl" weight="strong" tabular tight>
          {shown(value)}
        </Text>
        <Sparkline days={days} label={t('days', { days: format.list(days.map(shown)) })} />
        {change && (
          <Text size="sm" tone="muted" tabular>
            {t(isLevel ? 'changeLevel' : 'change', { change: `\u2066${change}\u2069` })}
          </Text>
        )}
      </Link>
    </li>
  );
}

const width = 120;
const height = 28;
const inset = 2;

/** The course of the days; time goes in the direction of reading. */
function Sparkline({ days, label }: { days: readonly number[]; label: string }) {
  const top = Math.max(...days);
  const bottom = Math.min(...days);
  const x = (index: number) => inset + (index * (width - 2 * inset)) / Math.max(1, days.length - 1);
  const y = (value: number) =>
    top === bottom ? height / 2 : inset + ((top - value) * (height - 2 * inset)) / (top - bottom);
  return (
    <svg
      className={classes.spark}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polyline points={days.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ')} />
    </svg>
  );
}

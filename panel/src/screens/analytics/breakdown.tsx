import { Button } from '@mantine/core';
import { useState } from 'react';
import { Box } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { useRailName } from '../../words/rails.ts';
import classes from './analytics.module.css';
import type { Revenue } from './queries.ts';
import { analyticsWords } from './words.ts';

interface Part {
  readonly key: string;
  readonly label: string;
  readonly gross: number;
  readonly net: number;
}

export function CountryBreakdown({ rows, net }: { rows: Revenue['byCountry']; net: number }) {
  const t = useWords(analyticsWords);
  const places = usePlaces();
  const parts = rows.map(({ country, ...money }) => ({
    key: country ?? '',
    label: country === null ? t('revenue.unknown') : places.country(country),
    ...money,
  }));
  return <Breakdown title={t('revenue.byCountry')} of={t('revenue.market')} parts={parts} net={net} />;
}

export function RailBreakdown({ rows, net }: { rows: Revenue['byRail']; net: number }) {
  const t = useWords(analyticsWords);
  const railName = useRailName();
  const parts = rows.map(({ rail, ...money }) => ({ key: rail, label: railName(rail), ...money }));
  return <Breakdown title={t('revenue.byRail')} of={t('revenue.rail')} parts={parts} net={net} />;
}

/** As many as one takes in at a glance. */
const few = 10;

interface BreakdownProps {
  title: string;
  /** What the parts are. */
  of: string;
  parts: readonly Part[];
  net: number;
}

/** What each part brought, and its share of the whole. */
function Breakdown({ title, of, parts, net }: BreakdownProps) {
  const t = useWords(analyticsWords);
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? parts : parts.slice(0, few);
  const more = parts.length - shown.length;
  const most = Math.max(1, ...parts.map((part) => part.net));
  return (
    <Box as="section" className={classes.card} framed="raised" pad="lg" aria-label={title}>
      <h2>{title}</h2>
      <ScrollBox label={title} className={classes.scroll}>
        <table className={classes.table} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{of}</th>
              <th scope="col">{t('revenue.gross')}</th>
              <th scope="col">{t('revenue.net')}</th>
              <th scope="col">{t('revenue.share')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((part) => (
              <tr key={part.key}>
                <th scope="row">
                  <bdi>{part.label}</bdi>
                  <span
                    aria-hidden
                    className={classes.bar}
                    style={{ inlineSize: `${(Math.max(0, part.net) / most) * 100}%` }}
                  />
                </th>
                <td>{format.money(part.gross, 'USD')}</td>
                <td>{format.money(part.net, 'USD')}</td>
                <td>{net > 0 ? format.percent(part.net / net) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {more > 0 && (
        <Button mt="xs" size="compact-sm" variant="subtle" color="gray" onClick={() => setWhole(true)}>
          {t('revenue.more', { count: more })}
        </Button>
      )}
    </Box>
  );
}

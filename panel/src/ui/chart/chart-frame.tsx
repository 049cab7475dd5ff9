import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWords } from '../../words/define.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { useFormat } from '../format.ts';
import { lazyComponent } from '../lazy-component.tsx';
import { uiWords } from '../words.ts';
import classes from './chart.module.css';
import type { Line, Point } from './figures.ts';

interface ChartFrameProps {
  title: string;
  /** What the numbers are: coins, US dollars, percent. A chart without a unit says nothing. */
  unit: string;
  lines: readonly Line[];
  points: readonly Point[];
  kind?: 'line' | 'area' | 'bar';
  /** Said beside the title: the total, a comparison, the moment of the figures. */
  aside?: ReactNode;
  showValue?: (value: number) => string;
}

/** The library of the charts is large, and most screens have none: it comes when the first chart does. */
const Plot = lazyComponent(async () => (await import('./plot.tsx')).Plot);

/** A chart with its title, its unit and the same figures as a table, for those who read rather than look. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, unit, lines, points, kind = 'line', aside, showValue } = props;
  const t = useWords(uiWords);
  const format = useFormat();
  const [table, setTable] = useState(false);
  const show = showValue ?? format.number;
  return (
    <figure className={classes.frame} aria-label={`${title}, ${t('chart.unit', { unit })}`}>
      <figcaption className={classes.caption}>
        <span>
          <span className={classes.title}>{title}</span>{' '}
          <span className={classes.unit}>{t('chart.unit', { unit })}</span>
        </span>
        {aside}
        {points.length > 0 && (
          <Button variant="subtle" color="gray" size="xs" onClick={() => setTable(!table)}>
            {t(table ? 'chart.asChart' : 'chart.asTable')}
          </Button>
        )}
      </figcaption>
      {points.length === 0 ? (
        <p className={classes.none}>{t('chart.noData')}</p>
      ) : table ? (
        <Figures lines={lines} points={points} show={show} />
      ) : (
        <div className={classes.plot}>
          <ErrorBoundary onClose={() => setTable(true)} fallback={<Skeleton height="100%" />}>
            <Plot kind={kind} lines={lines} points={points} show={show} />
          </ErrorBoundary>
        </div>
      )}
    </figure>
  );
}

interface FiguresProps {
  lines: readonly Line[];
  points: readonly Point[];
  show: (value: number) => string;
}

function Figures({ lines, points, show }: FiguresProps) {
  const t = useWords(uiWords);
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('chart.when')}</th>
          {lines.map((line) => (
            <th key={line.key} scope="col">
              {line.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map(({ at, values }) => (
          <tr key={at}>
            <th scope="row">{at}</th>
            {lines.map(({ key }) => (
              <td key={key}>{values[key] == null ? '–' : show(values[key])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

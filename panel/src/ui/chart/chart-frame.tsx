import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWords } from '../../words/define.ts';
import { Box, Inline, Note, Text } from '../box.tsx';
import { ErrorBoundary } from '../error-boundary.tsx';
import { useFormat } from '../format.ts';
import { lazyComponent } from '../lazy-component.tsx';
import { ScrollBox } from '../scroll-box.tsx';
import { uiWords } from '../words.ts';
import classes from './chart.module.css';
import type { Line, Point, Reading } from './figures.ts';

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
  /** Shorter than the value, for the axis. */
  showTick?: (value: number) => string;
  /** How many values make one unit of the axis: 100 for cents shown as dollars. */
  tickUnit?: number;
  /** What stands along the axis, where that is no time. */
  alongLabel?: string;
  showAt?: (at: string) => string;
  /** Where places are days: the first that is not over. Half a day beside whole ones would look like a fall. */
  growsFrom?: string | undefined;
  /** What a bar, and its figure in the table, leads to. */
  onPick?: (at: string, key: string) => void;
}

/** The library of the charts is large, and most screens have none: it comes when the first chart does. */
const Plot = lazyComponent(async () => (await import('./plot.tsx')).Plot);

/** A chart with its title, its unit and the same figures as a table, for those who read rather than look. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, unit, lines, points, kind = 'line', aside, showValue, showTick, onPick } = props;
  const t = useWords(uiWords);
  const format = useFormat();
  const [table, setTable] = useState(false);
  const show = showValue ?? format.number;
  const reading = { show, showTick: showTick ?? show, showAt: useNames(props), onPick };
  const drawn = kind === 'bar' ? points : wholeOnly(props);
  return (
    <Box as="figure" framed="raised" pad="lg" aria-label={`${title}, ${t('chart.unit', { unit })}`}>
      <Inline as="figcaption" justify="between" wraps gap="lg" mb="md">
        <span>
          <Text size="md" weight="strong">
            {title}
          </Text>{' '}
          <small>{t('chart.unit', { unit })}</small>
        </span>
        {aside}
        {drawn.length > 0 && (
          <Button variant="subtle" color="gray" size="xs" onClick={() => setTable(!table)}>
            {t(table ? 'chart.asChart' : 'chart.asTable')}
          </Button>
        )}
      </Inline>
      {points.length === 0 ? (
        <p className={classes.none}>{t('chart.noData')}</p>
      ) : table || drawn.length === 0 ? (
        <Figures title={title} along={props.alongLabel} lines={lines} points={points} {...reading} />
      ) : (
        <>
          <div className={classes.plot}>
            <ErrorBoundary onClose={() => setTable(true)} fallback={<Skeleton height="100%" />}>
              <Plot kind={kind} lines={lines} points={drawn} tickUnit={props.tickUnit} {...reading} />
            </ErrorBoundary>
          </div>
          {lines.length > 1 && <Legend lines={lines} />}
          {drawn !== points && <SoFar {...props} {...reading} />}
        </>
      )}
    </Box>
  );
}

const same = (at: string): string => at;

type Growing = Pick<ChartFrameProps, 'growsFrom' | 'lines' | 'points'>;

const isGrowing = ({ growsFrom }: Pick<Growing, 'growsFrom'>, at: string): boolean =>
  growsFrom !== undefined && at >= growsFrom;

/** What is not over is called so. */
function useNames({ showAt = same, growsFrom }: ChartFrameProps): (at: string) => string {
  const t = useWords(uiWords);
  return (at) => (isGrowing({ growsFrom }, at) ? t('chart.soFar', { at: showAt(at) }) : showAt(at));
}

/** The places of a line without those that still grow; what they are compared with stays. */
function wholeOnly({ growsFrom, lines, points }: Growing): readonly Point[] {
  if (!points.some(({ at }) => isGrowing({ growsFrom }, at))) return points;
  const compared = lines.filter(({ dashed }) => dashed);
  return points.flatMap((point) => {
    if (!isGrowing({ growsFrom }, point.at)) return [point];
    const kept = compared.map(({ key }) => [key, point.values[key] ?? null] as const);
    return kept.some(([, value]) => value !== null) ? [{ at: point.at, values: Object.fromEntries(kept) }] : [];
  });
}

/** The figures of the day that is not over, which no line has. */
function SoFar({ growsFrom, lines, points, show, showAt }: Growing & Pick<Reading, 'show' | 'showAt'>) {
  const day = points.find(({ at }) => isGrowing({ growsFrom }, at));
  if (!day) return null;
  const figures = lines.flatMap(({ key, label, dashed }) => {
    const value = day.values[key] ?? null;
    return dashed || value === null ? [] : [`${label} ${show(value)}`];
  });
  return (
    <Note mt="sm">
      {showAt(day.at)}: {figures.join(' · ')}
    </Note>
  );
}

/** Beside the drawing and not in it: there it would take the room of the bars, and read the wrong way round in Arabic. */
function Legend({ lines }: { lines: readonly Line[] }) {
  return (
    <Inline
      as="ul"
      className={classes.legend}
      align="stretch"
      wraps
      gap="md"
      rowGap="2xs"
      size="sm"
      tone="muted"
      mt="md"
    >
      {lines.map(({ key, label, color, dashed }) => (
        <li key={key}>
          <span
            aria-hidden
            data-dashed={dashed || undefined}
            style={{ background: `var(--mantine-color-${color.replace('.', '-')})` }}
          />
          <bdi>{label}</bdi>
        </li>
      ))}
    </Inline>
  );
}

interface FiguresProps extends Omit<Reading, 'showTick'> {
  title: string;
  along: string | undefined;
  lines: readonly Line[];
  points: readonly Point[];
}

function Figures({ title, along, lines, points, show, showAt, onPick }: FiguresProps) {
  const t = useWords(uiWords);
  return (
    <ScrollBox label={title} className={classes.figures}>
      <table className={classes.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{along ?? t('chart.when')}</th>
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
              <th scope="row">{showAt(at)}</th>
              {lines.map(({ key, label }) => (
                <td key={key}>
                  <Figure
                    value={values[key] ?? null}
                    show={show}
                    label={`${label}, ${showAt(at)}`}
                    onPick={onPick && (() => onPick(at, key))}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

interface FigureProps extends Pick<Reading, 'show'> {
  value: number | null;
  label: string;
  onPick: (() => void) | undefined;
}

function Figure({ value, show, label, onPick }: FigureProps) {
  if (value === null) return '–';
  if (!onPick || value === 0) return show(value);
  return (
    <button type="button" className={classes.pick} aria-label={`${show(value)}, ${label}`} onClick={onPick}>
      {show(value)}
    </button>
  );
}

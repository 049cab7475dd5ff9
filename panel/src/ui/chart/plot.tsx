import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import { AreaChart, BarChart, LineChart } from '@mantine/charts';
import { useDirection } from '@mantine/core';
import classes from './chart.module.css';
import type { Line, Point, Reading } from './figures.ts';
import { drawnValues, ticksOf } from './ticks.ts';

interface PlotProps extends Reading {
  kind: 'line' | 'area' | 'bar';
  lines: readonly Line[];
  points: readonly Point[];
  tickUnit: number | undefined;
}

/** Loaded on its own, with the library of the charts. */
export function Plot({ kind, lines, points, tickUnit, show, showTick, showAt, onPick }: PlotProps) {
  const { dir } = useDirection();
  const rtl = dir === 'rtl';
  // The drawing reads from left to right; what is written in it in Arabic does not.
  const labelOf = (at: string) => (rtl ? `\u2067${showAt(at)}\u2069` : showAt(at));
  const ticks = ticksOf(drawnValues(points, lines, kind === 'bar'), tickUnit);
  const shared = {
    h: '100%',
    data: points.map(({ at, values }) => ({ at, ...values })),
    dataKey: 'at',
    series: lines.map(({ key, label, color, dashed }) => ({
      name: key,
      label,
      color,
      ...(dashed && { strokeDasharray: '5 4' }),
    })),
    valueFormatter: show,
    gridAxis: 'x',
    // Time runs in the direction of reading.
    xAxisProps: { reversed: rtl, tickFormatter: labelOf },
    yAxisProps: {
      orientation: rtl ? 'right' : 'left',
      width: 56,
      ticks,
      domain: [ticks[0] ?? 0, ticks.at(-1) ?? 1],
      tickFormatter: showTick,
    },
    classNames: { tooltip: classes.tooltip ?? '' },
    // Asked for before anything is pointed at, too.
    tooltipProps: { labelFormatter: (at: unknown) => (typeof at === 'string' ? showAt(at) : '') },
  } as const;
  if (kind === 'bar') {
    const pick = (key: string) =>
      onPick && { cursor: 'pointer', onClick: (_bar: unknown, index: number) => onPick(points[index]?.at ?? '', key) };
    return <BarChart {...shared} type="stacked" barProps={({ name }) => pick(name) ?? {}} />;
  }
  // Each point is the count of a whole day: a curve would show figures between them that there never were.
  if (kind === 'area') return <AreaChart {...shared} curveType="linear" withDots={false} />;
  return <LineChart {...shared} curveType="linear" withDots={false} strokeWidth={2} />;
}

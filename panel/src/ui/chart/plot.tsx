import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import { AreaChart, BarChart, LineChart } from '@mantine/charts';
import { useDirection } from '@mantine/core';
import type { Line, Point } from './figures.ts';

interface PlotProps {
  kind: 'line' | 'area' | 'bar';
  lines: readonly Line[];
  points: readonly Point[];
  show: (value: number) => string;
}

/** Loaded on its own, with the library of the charts. */
export function Plot({ kind, lines, points, show }: PlotProps) {
  const { dir } = useDirection();
  const rtl = dir === 'rtl';
  const shared = {
    h: '100%',
    data: points.map(({ at, values }) => ({ at, ...values })),
    dataKey: 'at',
    series: lines.map(({ key, label, color }) => ({ name: key, label, color })),
    valueFormatter: show,
    withLegend: lines.length > 1,
    gridAxis: 'x',
    // Time runs in the direction of reading.
    xAxisProps: { reversed: rtl },
    yAxisProps: { orientation: rtl ? 'right' : 'left', width: 56 },
  } as const;
  if (kind === 'bar') return <BarChart {...shared} />;
  if (kind === 'area') return <AreaChart {...shared} curveType="monotone" withDots={false} />;
  return <LineChart {...shared} curveType="monotone" withDots={false} strokeWidth={2} />;
}

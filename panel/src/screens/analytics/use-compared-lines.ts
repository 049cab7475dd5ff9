import type { Line, Point } from '../../ui/chart/figures.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import type { Period } from './period.ts';
import { analyticsWords } from './words.ts';

interface ByDay<Day> {
  readonly period: Period;
  readonly byDay: readonly Day[];
}

interface Compared<Day> {
  readonly of: ByDay<Day>;
  readonly before: ByDay<Day> | undefined;
  readonly valueOf: (day: Day) => number;
}

/** A figure day by day, and as a second line what it was in the days before, the first beside the first. */
export function useComparedLines<Day extends { readonly day: string }>(
  line: Pick<Line, 'label' | 'color'>,
  { of, before, valueOf }: Compared<Day>,
): { lines: Line[]; points: Point[] } {
  const t = useWords(analyticsWords);
  const format = useFormat();
  if (!before) {
    return {
      lines: [{ key: 'now', ...line }],
      points: of.byDay.map((day) => ({ at: day.day, values: { now: valueOf(day) } })),
    };
  }
  const days = format.dayRange(before.period.start, before.period.end);
  return {
    lines: [
      { key: 'now', ...line },
      { key: 'before', label: t('previous', { period: days }), color: 'gray.6', dashed: true },
    ],
    points: of.byDay.map((day, index) => {
      const earlier = before.byDay[index];
      return { at: day.day, values: { now: valueOf(day), before: earlier ? valueOf(earlier) : null } };
    }),
  };
}

import type { Line, Point } from './figures.ts';

const mostSteps = 5;

/** The smallest of 1, 2, 5, 10, 20 … that is not smaller. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10);
}

/**
 * Round ticks that cover the values, from zero or below to the largest value or above. `unit` is how many values make one
 * unit of the axis, such as 100 cents for a dollar.
 */
export function ticksOf(values: readonly number[], unit = 1): number[] {
  const [least, most] = [Math.min(0, ...values), Math.max(unit, ...values)];
  const step = roundStep((most - least) / unit / mostSteps) * unit;
  const [first, last] = [Math.floor(least / step), Math.ceil(most / step)];
  return Array.from({ length: last - first + 1 }, (_, n) => (first + n) * step);
}

/** The values that the axis must cover: each one, or the sums of stacked bars. */
export function drawnValues(points: readonly Point[], lines: readonly Line[], isStacked: boolean): number[] {
  return points.flatMap(({ values }) => {
    const drawn = lines.map(({ key }) => values[key] ?? 0);
    if (!isStacked) return drawn;
    const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0);
    return [sum(drawn.filter((value) => value > 0)), sum(drawn.filter((value) => value < 0))];
  });
}

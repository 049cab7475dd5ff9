/** Ratios of two things measured turn by turn in one run: machines are noisy, and neighbours come and go. */

export interface Sample {
  perSecond: number;
  p99Ms: number;
}

export interface Result {
  ratio: number;
  p99Ms: number;
  /** What that time is, where it is not the 99th percentile. */
  timeName?: string;
  rounds: number;
}

/** A peer that is not to be had here. */
export interface Skipped {
  skipped: string;
}

/** Rounds that count, and those before them that only warm both sides up: compilers, plans, first visits. */
const usualRounds = { counted: 7, warming: 3 };

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = low] = sorted.length % 2 ? [sorted[middle]] : [sorted[middle - 1], sorted[middle]];
  return (low + high) / 2;
}

/** Measures ours and theirs alternately. */
export async function compare(
  ours: () => Promise<Sample>,
  theirs: () => Promise<Sample>,
  { counted, warming } = usualRounds,
): Promise<Result> {
  for (let round = 0; round < warming; round++) {
    await theirs();
    await ours();
  }
  const ratios: number[] = [];
  const p99s: number[] = [];
  for (let round = 0; round < counted; round++) {
    const them = await theirs();
    const us = await ours();
    ratios.push(us.perSecond / them.perSecond);
    p99s.push(us.p99Ms);
  }
  return { ratio: median(ratios), p99Ms: median(p99s), rounds: counted };
}

/** The same the other way round: how many times as long ours takes. */
export async function compareDuration(ours: () => Promise<Sample>, theirs: () => Promise<Sample>): Promise<Result> {
  const result = await compare(ours, theirs);
  return { ...result, ratio: 1 / result.ratio };
}

import { stayingIn } from '../../ui/order/order.ts';

export interface Scored {
  readonly seriesId: string;
  readonly editorialHeroScore: number;
}

const step = 10;
const maxScore = 1_000_000;

const idOf = ({ seriesId }: Scored): string => seriesId;

/**
 * The scores by which series stand in an order. Those that were not moved keep theirs, and the others get one between
 * their neighbours; where there is no room for that, all are numbered anew.
 */
export function scoresFor(order: readonly string[], before: readonly Scored[]): Scored[] {
  const known = new Map(before.map((entry) => [entry.seriesId, entry.editorialHeroScore]));
  const staying = stayingIn(before.map(idOf), order);
  const kept = order.map((id) => (staying.has(id) ? known.get(id) : undefined));
  const scores = kept.map((score, place) => {
    if (score !== undefined) return score;
    const last = kept.findLastIndex((one, at) => at < place && one !== undefined);
    const next = kept.findIndex((one, at) => at > place && one !== undefined);
    const count = (next < 0 ? order.length : next) - last - 1;
    const below = kept[next] ?? -1;
    const above = kept[last] ?? Math.min(maxScore + 1, below + step * (count + 1));
    return Math.floor(above - ((above - below) * (place - last)) / (count + 1));
  });
  const isFalling = scores.every((score, place) => score >= 0 && score < (scores[place - 1] ?? score + 1));
  return order.map((seriesId, place) => ({
    seriesId,
    editorialHeroScore: isFalling ? (scores[place] ?? 0) : (order.length - place) * step,
  }));
}

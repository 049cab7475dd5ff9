import type { Tile } from '../screen.ts';

/** What each role begins its day with; the other tiles follow in their own order. */
const firstTiles: Readonly<Record<string, readonly Tile['name'][]>> = {
  content_manager: ['launches', 'failedReleases', 'week', 'review', 'failedVideos'],
  support: ['mine', 'grantsToday', 'decide', 'reportedComments'],
  finance: ['refunds', 'coinsToday', 'decide', 'grantsToday'],
  moderator: ['reportedComments', 'suspendedUsers'],
  analyst: ['activeUsers', 'revenueWeek', 'openAlerts', 'launches'],
};

/** The tiles of a role, what it looks after first. */
export function orderedFor(role: string, tiles: readonly Tile[]): Tile[] {
  const first = firstTiles[role] ?? [];
  const placeOf = ({ name }: Tile): number => (first.includes(name) ? first.indexOf(name) : first.length);
  return tiles.toSorted((one, other) => placeOf(one) - placeOf(other) || one.order - other.order);
}

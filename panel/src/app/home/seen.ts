import { shownAdmin } from '../../ui/signed-in.ts';

/** Which decisions on their requests an admin has seen in this browser. */

const keptIds = 200;
const newsMs = 14 * 86_400_000;

const keyOf = (): string => `cliffhanger.decisions-seen.${shownAdmin()}`;

function readSeen(): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf()) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/** What was decided in the last two weeks and not seen since. */
export const isNews = (id: string, decidedAt: string | null): boolean =>
  decidedAt !== null && Date.parse(decidedAt) > Date.now() - newsMs && !readSeen().includes(id);

export function markSeen(ids: readonly string[]): void {
  const seen = [...readSeen().filter((id) => typeof id !== 'string' || !ids.includes(id)), ...ids];
  try {
    localStorage.setItem(keyOf(), JSON.stringify(seen.slice(-keptIds)));
  } catch {
    // Where the browser keeps nothing, they stay news.
  }
}

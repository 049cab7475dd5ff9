import { sql } from 'kysely';
import type { Tx } from '../../kit/db/database.ts';
import { type EpisodeRow, listLinks, lockEpisodes } from './episodes.sql.ts';

/** The episodes of a series by number, locked. Whoever asks has locked the series, so that none is added meanwhile. */
export async function lockEpisodesOf(tx: Tx, seriesId: string): Promise<EpisodeRow[]> {
  const links = await listLinks(tx, seriesId);
  const rows = await lockEpisodes(
    tx,
    links.map(({ id }) => id),
  );
  return rows.sort((a, b) => a.episodeNumber - b.episodeNumber);
}

/** Beyond every number that can be given. */
const outOfTheWay = 1_000_000;

/** Gives episodes other numbers. They leave their old ones first, so that any of them may take those. */
export async function setEpisodeNumbers(
  tx: Tx,
  numbers: readonly { id: string; episodeNumber: number }[],
  now: Date,
): Promise<void> {
  const ids = numbers.map(({ id }) => id);
  await sql`update episodes set episode_number = episode_number + ${outOfTheWay} where id = any(${ids})`.execute(tx);
  await sql`update episodes e set episode_number = n.number, updated_at = ${now}, revision = revision + 1
    from unnest(${ids}::uuid[], ${numbers.map(({ episodeNumber }) => episodeNumber)}::integer[]) n (id, number)
    where e.id = n.id`.execute(tx);
}

import { comment, report } from '../features/comments/actions.ts';
import { moderate, resolveAll } from '../features/comments/moderation.actions.ts';
import type { User } from '../features/users/public.ts';
import type { Database, Tx } from '../kit/db/database.ts';
import { newId } from '../kit/id.ts';
import { hourMs } from '../kit/time.ts';
import { before, contextFor, findCaller } from './admin-context.ts';
import { type SampleComment, sampleThreads } from './sample-comments.ts';

/** Writes what viewers wrote over some weeks, one after the other: of who has three strikes it is hidden. */
export async function seedComments(database: Database): Promise<void> {
  await database.transaction(async (tx, now) => {
    const known = await tx.selectFrom('comments').select('id').limit(1).executeTakeFirst();
    const moderator = await findCaller(tx, 'omar@demo.example');
    if (known || !moderator) return;
    const viewers = await listViewers(tx);
    const ctxOf = (name: string, hoursAgo: number) => {
      const caller = viewers.get(name);
      return caller && { ...contextFor(tx, moderator, before(now, hoursAgo * hourMs)), caller };
    };
    const events = sampleThreads.flatMap((thread) => thread.comments.map((said) => ({ thread, said })));
    for (const { thread, said } of events.toSorted((one, other) => other.said.hoursAgo - one.said.hoursAgo)) {
      const ctx = ctxOf(said.by, said.hoursAgo);
      const episodeId = await findEpisode(tx, thread.series, thread.episode);
      if (!ctx || episodeId === undefined) continue;
      const written = await comment(ctx, { episodeId, body: said.body });
      for (const { by, reason, hoursAgo } of said.reports ?? []) {
        const reporter = ctxOf(by, hoursAgo);
        if (reporter) await report(reporter, written.id, reason);
      }
      await decide(written.id, said, (hoursAgo) => contextFor(tx, moderator, before(now, hoursAgo * hourMs)));
    }
  });
}

async function decide(
  id: string,
  { decision }: SampleComment,
  ctxAt: (hoursAgo: number) => ReturnType<typeof contextFor>,
): Promise<void> {
  if (!decision) return;
  const { move, reason, strike = false, hoursAgo } = decision;
  if (move === 'resolve') await resolveAll(ctxAt(hoursAgo), id);
  else await moderate(ctxAt(hoursAgo), id, move, { reason, strike });
}

async function findEpisode(tx: Tx, series: string, number: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('episodes as e')
    .innerJoin('series as s', 's.id', 'e.series_id')
    .select('e.id')
    .where('s.title', '=', series)
    .where('s.status', '=', 'published')
    .where('e.episode_number', '=', number)
    .where('e.status', '=', 'published')
    .executeTakeFirst();
  return row?.id;
}

async function listViewers(tx: Tx): Promise<ReadonlyMap<string, User>> {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'display_name', 'country_code', 'language'])
    .where('display_name', 'is not', null)
    .execute();
  return new Map(
    rows.map((row) => [
      row.display_name ?? '',
      {
        id: row.id,
        countryCode: row.country_code,
        language: row.language,
        isGuest: false,
        token: { id: newId(), expiresAt: new Date(0), version: 1 },
      },
    ]),
  );
}

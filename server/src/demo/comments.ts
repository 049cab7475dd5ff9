import { report } from '../features/comments/actions.ts';
import { moderate, resolveAll } from '../features/comments/moderation.actions.ts';
import { insertComments } from '../features/comments/sql.ts';
import type { Database, Tx } from '../kit/db/database.ts';
import { newId } from '../kit/id.ts';
import { contextFor, listUsers, seedOnce } from './admin-context.ts';
import { sampleThreads } from './sample-comments.ts';

/** Comments of some weeks, in the order of time, since the third strike of a user hides all later ones. */
export const seedComments = (database: Database): Promise<void> =>
  seedOnce(database, 'comments', async ({ tx, ago, as }) => {
    const users = new Map((await listUsers(tx)).map((user) => [user.name, user]));
    const ctxOf = (name: string, days: number) => {
      const caller = users.get(name);
      return caller && contextFor(tx, caller, ago(days));
    };
    const samples = sampleThreads.flatMap((thread) => thread.comments.map((sample) => ({ thread, ...sample })));
    for (const { thread, by, daysAgo, body, reports = [], decision } of samples.toSorted(
      (a, b) => b.daysAgo - a.daysAgo,
    )) {
      const ctx = ctxOf(by, daysAgo);
      const episodeId = await findEpisode(tx, thread.series, thread.episode);
      if (!ctx || episodeId === undefined) continue;
      const id = newId();
      await insertComments(tx, [{ id, episodeId, userId: ctx.caller.id, body }], ctx.now);
      for (const [reporter, reason, days] of reports) {
        const reporting = ctxOf(reporter, days);
        if (reporting) await report(reporting, id, reason);
      }
      if (!decision) continue;
      const { move, reason = '', strike = false } = decision;
      const moderating = as('moderator', ago(decision.daysAgo));
      if (move === 'resolve') await resolveAll(moderating, id);
      else await moderate(moderating, id, move, { reason, strike });
    }
  });

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

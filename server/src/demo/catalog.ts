import type { Admin } from '../features/access/public.ts';
import { createEpisode } from '../features/catalog/actions/episodes.ts';
import { createSeries } from '../features/catalog/actions/series.ts';
import type { State } from '../features/catalog/public.ts';
import { schedule } from '../features/publishing/actions/schedules.ts';
import { act } from '../features/publishing/actions/workflow.ts';
import type { PublishingPorts } from '../features/publishing/public.ts';
import { maxRetries } from '../features/publishing/rules.ts';
import { markFailed } from '../features/publishing/sql.ts';
import type { Database, Tx } from '../kit/db/database.ts';
import { internalError } from '../kit/errors.ts';
import { newId } from '../kit/id.ts';
import { dayMs } from '../kit/time.ts';
import { before, contextFor, findCaller } from './admin-context.ts';
import { episodeTitles, type SampleSeries, sampleSeries } from './sample-series.ts';

interface SeedContext {
  readonly tx: Tx;
  readonly now: Date;
  readonly editor: Admin;
  readonly ports: PublishingPorts;
}

interface SeededItem {
  readonly type: 'series' | 'episode';
  readonly id: string;
  readonly state: State | 'failed';
  /** When it came to be; what happened to it since follows day by day. */
  readonly createdAt: Date;
  /** When it is published, where that lies ahead. */
  readonly runAt: Date;
}

/** Makes the catalog of the demo through the very actions that an editor uses, in one transaction. */
export async function seedCatalog(database: Database, ports: PublishingPorts): Promise<void> {
  const known = await database.db.selectFrom('series').select('id').limit(1).executeTakeFirst();
  if (known) return;
  await database.transaction(async (tx, now) => {
    const editor = await findCaller(tx, 'deniz@demo.example');
    if (!editor) return;
    for (const series of sampleSeries) await seedSeries({ tx, now, editor, ports }, series);
  });
}

async function seedSeries(context: SeedContext, series: SampleSeries): Promise<void> {
  const { tx, now, editor, ports } = context;
  const createdAt = before(now, series.daysAgo * dayMs);
  const ctx = contextFor(tx, editor, createdAt);
  const { id } = await createSeries(ctx, ports.files, {
    title: series.title,
    titleI18n: { en: series.title, ar: series.ar, id: series.id },
    synopsis: series.synopsis,
    ...(series.synopses && { synopsisI18n: { en: series.synopsis, ...series.synopses } }),
    genreSlug: series.genre,
    tropes: [...series.tropes],
    targetLanguages: [...series.languages],
    freeEpisodes: 2,
  });
  const states = series.episodes.flatMap(([count, state]) => Array.from({ length: count }, () => state));
  for (const [index, state] of states.entries()) {
    const [title = '', ar = '', inIndonesian = ''] =
      episodeTitles[(index + series.daysAgo) % episodeTitles.length] ?? [];
    const episode = await createEpisode(ctx, ports.files, id, {
      episodeNumber: index + 1,
      title,
      titleI18n: { en: title, ar, id: inIndonesian },
      cliffhanger_score: (index * 37 + series.title.length * 11) % 101,
    });
    const runAt = state === 'failed' ? before(now, dayMs / 2) : before(now, -(index + 1) * dayMs);
    await moveToState(context, { type: 'episode', id: episode.id, state, createdAt, runAt });
  }
  await moveToState(context, { type: 'series', id, state: series.state, createdAt, runAt: before(now, -dayMs) });
}

const movesTo: Readonly<Record<SeededItem['state'], readonly string[]>> = {
  draft: [],
  in_review: ['submit'],
  scheduled: ['submit', 'schedule'],
  failed: ['submit', 'schedule', 'fail'],
  published: ['submit', 'publish'],
  archived: ['submit', 'publish', 'archive'],
};

/** Takes something to where it stands today, a step every six hours after it was made. */
async function moveToState(
  { tx, now, editor, ports }: SeedContext,
  { type, id, state, createdAt, runAt }: SeededItem,
): Promise<void> {
  let scheduleId = '';
  for (const [step, move] of movesTo[state].entries()) {
    const ctx = contextFor(tx, editor, before(createdAt, (-(step + 1) * dayMs) / 4));
    if (move === 'fail') {
      // The first attempt and every retry, so that it waits for someone to look at it.
      const failure = { code: internalError.code, requestId: newId() };
      for (let attempt = 0; attempt <= maxRetries; attempt++) await markFailed(tx, scheduleId, failure, now);
    } else if (move === 'schedule') {
      scheduleId = (await schedule(ctx, { refType: type, refId: id, runAt: runAt.toISOString() })).id;
    } else {
      await act(ctx, ports, type, id, { action: move });
    }
  }
}

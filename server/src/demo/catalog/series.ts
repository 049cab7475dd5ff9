import { createEpisode } from '../../features/catalog/actions/episodes.ts';
import { createSeries } from '../../features/catalog/actions/series.ts';
import type { State } from '../../features/catalog/public.ts';
import { schedule } from '../../features/publishing/actions/schedules.ts';
import { act } from '../../features/publishing/actions/workflow.ts';
import type { PublishingPorts } from '../../features/publishing/public.ts';
import { maxRetries } from '../../features/publishing/rules.ts';
import { markFailed } from '../../features/publishing/sql.ts';
import type { Database } from '../../kit/db/database.ts';
import { internalError } from '../../kit/errors.ts';
import { newId } from '../../kit/id.ts';
import { dayMs } from '../../kit/time.ts';
import { before, openSeeding, type Seeding, seedOnce } from '../admin-context.ts';
import { findPart, markPart } from '../parts.ts';
import { moreSeries } from './sample-more-series.ts';
import { episodeTitles, type SampleSeries, sampleSeries } from './sample-series.ts';

/** The sample series in every state, created with the actions that editors use. */
export const seedCatalog = (database: Database, ports: PublishingPorts): Promise<void> =>
  seedOnce(database, 'series', async (seeding) => {
    for (const series of sampleSeries) await seedSeries(seeding, ports, series);
  });

/** Dozens of series besides the sample series. */
export const seedMoreSeries = (database: Database, ports: PublishingPorts): Promise<void> =>
  database.transaction(async (tx, now) => {
    const seeding = (await findPart(tx, 'more series')) ? undefined : await openSeeding(tx, now);
    if (!seeding) return;
    for (const series of moreSeries) await seedSeries(seeding, ports, series);
    await markPart(tx, 'more series');
  });

async function seedSeries(seeding: Seeding, ports: PublishingPorts, series: SampleSeries): Promise<void> {
  const { ago } = seeding;
  const createdAt = ago(series.daysAgo);
  const ctx = seeding.as('content_manager', createdAt);
  const { id } = await createSeries(ctx, ports.files, {
    title: series.title,
    titleI18n: { en: series.title, ar: series.ar, id: series.id },
    synopsis: series.synopsis,
    ...(series.synopses && { synopsisI18n: { en: series.synopsis, ...series.synopses } }),
    genreSlug: series.genre,
    tropes: [...series.tropes],
    targetLanguages: [...series.languages],
    freeEpisodes: series.freeEpisodes ?? 2,
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
    const runAt = ago(state === 'failed' ? 0.5 : -(index + 1));
    await moveTo(seeding, ports, { type: 'episode', id: episode.id, state, createdAt, runAt });
  }
  await moveTo(seeding, ports, { type: 'series', id, state: series.state, createdAt, runAt: ago(-1) });
}

const movesTo: Readonly<Record<State | 'failed', readonly string[]>> = {
  draft: [],
  in_review: ['submit'],
  scheduled: ['submit', 'schedule'],
  failed: ['submit', 'schedule', 'fail'],
  published: ['submit', 'publish'],
  archived: ['submit', 'publish', 'archive'],
};

interface SeededItem {
  readonly type: 'series' | 'episode';
  readonly id: string;
  readonly state: State | 'failed';
  readonly createdAt: Date;
  /** When it is published, if it is scheduled. */
  readonly runAt: Date;
}

/** Moves a draft to its present state, one step every six hours after it was created. */
async function moveTo(
  { tx, now, as }: Seeding,
  ports: PublishingPorts,
  { type, id, state, createdAt, runAt }: SeededItem,
): Promise<void> {
  let scheduleId = '';
  for (const [step, move] of movesTo[state].entries()) {
    const ctx = as('content_manager', before(createdAt, (-(step + 1) * dayMs) / 4));
    if (move === 'fail') {
      // The first attempt and all retries.
      const failure = { code: internalError.code, requestId: newId() };
      for (let attempt = 0; attempt <= maxRetries; attempt++) await markFailed(tx, scheduleId, failure, now);
    } else if (move === 'schedule') {
      scheduleId = (await schedule(ctx, { refType: type, refId: id, runAt: runAt.toISOString() })).id;
    } else {
      await act(ctx, ports, type, id, { action: move });
    }
  }
}

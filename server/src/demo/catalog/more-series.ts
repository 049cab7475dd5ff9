import { slugsFor } from '../../features/catalog/rules.ts';
import { newId } from '../../kit/id.ts';
import { dayMs } from '../../kit/time.ts';
import { SeededRandom } from '../audience/random.ts';
import { date, insert } from '../audience/rows.ts';
import { findPart, inTransaction, markPart, type OwnerConnection } from '../parts.ts';
import { moreSeries, type SampleRow } from './sample-more-series.ts';
import { episodeTitles } from './sample-series.ts';

interface NewSeries extends SampleRow {
  readonly seriesId: string;
  readonly slug: string;
  readonly createdAt: number;
  /** Half a day later; null if it was never published. */
  readonly publishedAt: Date | null;
}

/** Dozens of series, written as rows because the actions of editors would take too long. */
export async function seedMoreSeries(owner: OwnerConnection): Promise<void> {
  if (await findPart(owner, 'more series')) return;
  const { rows } = await owner.query<{ now: Date; editor: string | null; email: string }>(
    `select clock() as now, a.id as editor, a.email from admins a where a.email = 'deniz@demo.example'`,
  );
  const [found] = rows;
  if (!found) return;
  const created = moreSeries.map((series): NewSeries => {
    const createdAt = found.now.getTime() - series.daysAgo * dayMs;
    const seriesId = newId();
    const [slug = seriesId] = slugsFor(series.title, seriesId);
    const isPublished = series.state === 'published' || series.state === 'archived';
    return { ...series, seriesId, slug, createdAt, publishedAt: isPublished ? date(createdAt + dayMs / 2) : null };
  });
  await inTransaction(owner, async () => {
    await insert(owner, 'series', created.map(seriesRow));
    await insert(owner, 'episodes', created.flatMap(episodeRows));
    await insert(
      owner,
      'audit_log',
      created
        .flatMap((series) => auditRows(series, found))
        .toSorted((a, b) => Number(a.created_at) - Number(b.created_at)),
    );
    await markPart(owner, 'more series', true);
  });
}

const seriesRow = (series: NewSeries) => ({
  id: series.seriesId,
  slug: series.slug,
  title: series.title,
  synopsis: series.synopsis,
  title_i18n: { en: series.title, ar: series.ar, id: series.id },
  genre_slug: series.genre,
  free_episodes: series.freeEpisodes,
  status: series.state,
  published_at: series.publishedAt,
  created_at: date(series.createdAt),
  updated_at: date(series.createdAt + dayMs / 2),
  target_languages: [series.language],
  tropes: [series.trope],
});

function episodeRows({ seriesId, episodes, daysAgo, state, createdAt, publishedAt }: NewSeries) {
  const random = new SeededRandom(daysAgo);
  return Array.from({ length: episodes }, (_, n) => {
    const [title = '', ar = '', id = ''] = episodeTitles[(n + daysAgo) % episodeTitles.length] ?? [];
    return {
      id: newId(),
      series_id: seriesId,
      episode_number: n + 1,
      title,
      title_i18n: { en: title, ar, id },
      cliffhanger_score: random.integer(20, 98),
      status: state === 'archived' ? 'published' : state,
      published_at: publishedAt,
      created_at: date(createdAt),
      updated_at: date(createdAt + dayMs / 2),
    };
  });
}

const history = [
  ['create', 'draft'],
  ['submit', 'in_review'],
  ['publish', 'published'],
  ['archive', 'archived'],
] as const;

/** The audit entries of the moves to the present state, a quarter of a day apart. */
function auditRows({ seriesId, title, state, createdAt }: NewSeries, by: { editor: string | null; email: string }) {
  const steps = history.slice(0, history.findIndex(([, status]) => status === state) + 1);
  return steps.map(([move, status], n) => ({
    id: newId(),
    action: `series.${move}`,
    admin_id: by.editor,
    admin_email: by.email,
    target_type: 'series',
    target_id: seriesId,
    after: move === 'create' ? { title } : { status },
    created_at: date(createdAt + (n * dayMs) / 4),
  }));
}

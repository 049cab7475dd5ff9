import { slugsFor } from '../../features/catalog/rules.ts';
import { newId } from '../../kit/id.ts';
import { dayMs } from '../../kit/time.ts';
import { SeededRandom } from '../audience/chance.ts';
import { date, insert, type Value } from '../audience/insert.ts';
import { findPart, inTransaction, markPart, type OwnerConnection } from '../parts.ts';
import { episodeTitles } from '../sample-series.ts';
import { type ShelvedSeries, sampleShelf } from './sample-shelf.ts';

interface Shelved extends ShelvedSeries {
  readonly seriesId: string;
  readonly slug: string;
  readonly createdAt: number;
  readonly publishedAt: number;
}

/** Dozens of series more, written as rows: an editor's clicks would take longer than the start of the service may. */
export async function seedShelf(owner: OwnerConnection): Promise<void> {
  if (await findPart(owner, 'shelf')) return;
  const { rows } = await owner.query<{ now: Date; editor: string | null; email: string }>(
    `select clock() as now, a.id as editor, a.email from admins a where a.email = 'deniz@demo.example'`,
  );
  const [found] = rows;
  if (!found) return;
  const shelved = sampleShelf.map((series): Shelved => {
    const createdAt = found.now.getTime() - series.daysAgo * dayMs;
    const seriesId = newId();
    const [slug = seriesId] = slugsFor(series.title, seriesId);
    return { ...series, seriesId, slug, createdAt, publishedAt: createdAt + dayMs / 2 };
  });
  await inTransaction(owner, async () => {
    await writeSeries(owner, shelved);
    await writeEpisodes(owner, shelved);
    await writeRecords(owner, shelved, found);
    await markPart(owner, 'shelf', true);
  });
}

const isOut = ({ state }: ShelvedSeries): boolean => state === 'published' || state === 'archived';
const outAt = (one: Shelved): Date | null => (isOut(one) ? date(one.publishedAt) : null);

async function writeSeries(owner: OwnerConnection, shelved: readonly Shelved[]): Promise<void> {
  const columns = {
    id: 'uuid',
    slug: 'text',
    title: 'text',
    synopsis: 'text',
    title_i18n: 'jsonb',
    genre_slug: 'text',
    free_episodes: 'integer',
    status: 'text',
    published_at: 'timestamptz',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    target_languages: 'text[]',
    tropes: 'text[]',
  };
  // Arrays of arrays would be taken apart together, so each series is a row of its own.
  for (const one of shelved) {
    const values = [
      ...[one.seriesId, one.slug, one.title, one.synopsis, JSON.stringify({ en: one.title, ar: one.ar, id: one.id })],
      ...[one.genre, one.freeEpisodes, one.state, outAt(one), date(one.createdAt), date(one.publishedAt)],
      ...[[one.language], [...one.tropes]],
    ];
    const names = Object.keys(columns);
    const list = Object.values(columns).map((type, n) => `$${n + 1}::${type}`);
    await owner.query(`insert into series (${names.join()}) values (${list.join()})`, values);
  }
}

const writeEpisodes = (owner: OwnerConnection, shelved: readonly Shelved[]): Promise<void> =>
  insert(
    owner,
    'episodes',
    {
      id: 'uuid',
      series_id: 'uuid',
      episode_number: 'integer',
      title: 'text',
      title_i18n: 'jsonb',
      cliffhanger_score: 'integer',
      status: 'text',
      published_at: 'timestamptz',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
    shelved.flatMap(episodesOf),
  );

function episodesOf(one: Shelved): Value[][] {
  const chance = new SeededRandom(one.daysAgo);
  return Array.from({ length: one.episodes }, (_, n) => {
    const [title = '', ar = '', id = ''] = episodeTitles[(n + one.daysAgo) % episodeTitles.length] ?? [];
    const words = JSON.stringify({ en: title, ar, id });
    const state = one.state === 'archived' ? 'published' : one.state;
    const times = [outAt(one), date(one.createdAt), date(one.publishedAt)];
    return [newId(), one.seriesId, n + 1, title, words, chance.whole(20, 98), state, ...times];
  });
}

const moves: Readonly<Record<ShelvedSeries['state'], readonly string[]>> = {
  draft: ['create'],
  in_review: ['create', 'submit'],
  published: ['create', 'submit', 'publish'],
  archived: ['create', 'submit', 'publish', 'archive'],
};

/** What the audit log says of how they came there. */
async function writeRecords(
  owner: OwnerConnection,
  shelved: readonly Shelved[],
  by: { editor: string | null; email: string },
) {
  const records = shelved.flatMap((one) =>
    moves[one.state].map((move, n) => ({ one, move, at: one.createdAt + (n * dayMs) / 4 })),
  );
  await insert(
    owner,
    'audit_log',
    {
      id: 'uuid',
      action: 'text',
      admin_id: 'uuid',
      admin_email: 'text',
      target_type: 'text',
      target_id: 'text',
      after: 'jsonb',
      created_at: 'timestamptz',
    },
    records
      .toSorted((a, b) => a.at - b.at)
      .map(({ one, move, at }) => [
        ...[newId(), `series.${move}`, by.editor, by.email, 'series', one.seriesId],
        ...[JSON.stringify(move === 'create' ? { title: one.title } : { status: stateAfter(move) }), date(at)],
      ]),
  );
}

const stateAfter = (move: string): string =>
  ({ submit: 'in_review', publish: 'published', archive: 'archived' })[move] ?? 'draft';

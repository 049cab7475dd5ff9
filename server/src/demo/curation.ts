import { createCollection, type NewCollection, setItems } from '../features/curation/actions/collections.ts';
import { createRail } from '../features/curation/actions/rails.ts';
import { setReel } from '../features/curation/actions/reel.ts';
import type { Surface } from '../features/curation/rules.ts';
import type { Database } from '../kit/db/database.ts';
import { listSeries, seedOnce } from './admin-context.ts';

type Sample = NewCollection & { readonly surfaces: readonly Surface[]; readonly paused?: boolean };

/** Manual collections contain the series that were published first. */
const samples: readonly Sample[] = [
  {
    slug: 'editors-picks',
    titleI18n: { en: 'Our picks', ar: 'اختياراتنا', id: 'Pilihan kami' },
    explanation: 'Chosen by our editors, and watched to the end by each of them',
    type: 'manual',
    surfaces: ['for_you'],
  },
  {
    slug: 'top-this-week',
    titleI18n: { en: 'Top this week', ar: 'الأعلى هذا الأسبوع', id: 'Teratas pekan ini' },
    explanation: 'What most viewers began in the last seven days',
    type: 'rule',
    rule: { sort: 'top_this_week', limit: 10 },
    surfaces: ['for_you', 'discover'],
  },
  {
    slug: 'romance-everyone-unlocks',
    titleI18n: { en: 'Romance worth its coins', ar: 'رومانسية تستحق عملاتها', id: 'Romansa yang layak dibeli' },
    explanation: 'The love stories that viewers spend most coins on',
    type: 'rule',
    rule: { sort: 'most_unlocks', genre: 'romance' },
    surfaces: ['for_you'],
  },
  {
    slug: 'just-out',
    titleI18n: { en: 'Just out', ar: 'صدر حديثًا', id: 'Baru rilis' },
    explanation: 'Published within the last three months',
    type: 'rule',
    rule: { sort: 'newest', window_days: 90 },
    surfaces: ['discover'],
  },
  {
    slug: 'ramadan-evenings',
    titleI18n: { en: 'Ramadan evenings', ar: 'أمسيات رمضان', id: 'Malam Ramadan' },
    explanation: 'Family stories for the evenings of the month',
    type: 'manual',
    surfaces: ['for_you'],
    paused: true,
  },
];

/** Collections, the rails that show them, and the preview reel. */
export const seedCuration = (database: Database): Promise<void> =>
  seedOnce(database, 'collections', async ({ tx, ago, as }) => {
    const series = await listSeries(tx, 'published');
    // A scheduled series is in the collection before viewers see it.
    const [upcoming] = await listSeries(tx, 'scheduled');
    if (series.length < 3) return;
    const ctx = as('content_manager', ago(21));
    for (const { surfaces, paused, ...collection } of samples) {
      const { id, type } = await createCollection(ctx, collection);
      if (type === 'manual') {
        const chosen = [...series.slice(0, 6), ...(upcoming && !paused ? [upcoming] : [])];
        const items = chosen.map((seriesId, sort) => ({ seriesId, sort }));
        await setItems(ctx, id, items);
      }
      for (const surface of surfaces) {
        await createRail(ctx, { surface, collectionId: id, status: paused ? 'paused' : 'active' });
      }
    }
    const entries = series.slice(0, 3).map((seriesId, n) => ({ seriesId, editorialHeroScore: 90 - 10 * n }));
    await setReel(ctx, entries);
  });

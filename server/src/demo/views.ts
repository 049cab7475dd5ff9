import { createView } from '../features/views/actions.ts';
import type { Database } from '../kit/db/database.ts';
import { seedOnce } from './admin-context.ts';

/** A view for everyone in support, and one of the content manager alone. */
export const seedViews = (database: Database): Promise<void> =>
  seedOnce(database, 'saved_views', async ({ ago, as }) => {
    await createView(as('support', ago(12)), {
      list: 'transactions',
      name: 'Waiting for over a day',
      search: { status: 'pending', waiting: 'day' },
      role: 'support',
    });
    await createView(as('content_manager', ago(9)), {
      list: 'series',
      name: 'In review',
      search: { status: 'in_review' },
    });
  });

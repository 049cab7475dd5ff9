import type { PublishingPorts } from '../features/publishing/public.ts';
import type { Database } from '../kit/db/database.ts';
import { before, openSeeding } from './admin-context.ts';
import { seedAdmins } from './admins.ts';
import { seedCatalog } from './catalog/series.ts';
import { seedComments } from './comments.ts';
import { seedCuration } from './curation.ts';
import { replay, settledMs } from './history.ts';
import { seedPackages } from './packages.ts';
import { seedPrices } from './prices.ts';
import { promoEvents } from './promos.ts';
import { providerEvents } from './providers.ts';
import { seedPushes } from './pushes.ts';
import { seedReconciliation } from './reconciliation.ts';
import { refundEvents } from './refunds.ts';
import { subscriptionEvents } from './subscriptions.ts';
import { userEvents } from './users.ts';
import { seedViews } from './views.ts';
import { seedWatching } from './watching.ts';

/** Admins, catalog and store. Each part is created once. */
export async function seedDemo(database: Database, password: string, ports: PublishingPorts): Promise<void> {
  await seedAdmins(database, password);
  await seedCatalog(database, ports);
  await seedPrices(database);
  await seedCuration(database);
  await seedPackages(database);
  await seedViews(database);
}

/** The sample users and everything they did, also created once. */
export async function seedViewers(database: Database, password: string): Promise<void> {
  await seedUsers(database, password);
  await seedWatching(database);
  await seedComments(database);
  await seedReconciliation(database);
  await seedPushes(database);
}

async function seedUsers(database: Database, password: string): Promise<void> {
  await database.transaction(async (tx, now) => {
    const seeding = await openSeeding(tx, before(now, settledMs));
    if (!seeding) return;
    await replay(tx, [
      ...(await userEvents(seeding, password)),
      ...(await subscriptionEvents(seeding)),
      ...(await promoEvents(seeding)),
      ...(await refundEvents(seeding)),
      ...(await providerEvents(seeding)),
    ]);
  });
}

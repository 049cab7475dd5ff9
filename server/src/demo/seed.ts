import type { PublishingPorts } from '../features/publishing/public.ts';
import type { Database } from '../kit/db/database.ts';
import { before } from './admin-context.ts';
import { seedAdmins } from './admins.ts';
import { seedCatalog } from './catalog.ts';
import { seedComments } from './comments.ts';
import { seedCuration } from './curation.ts';
import { replay, settledMs } from './history.ts';
import { seedPackages } from './packages.ts';
import { seedPrices } from './prices.ts';
import { pastOfPromos } from './promos.ts';
import { seedPushes } from './pushes.ts';
import { seedReconciliation } from './reconciliation.ts';
import { pastOfRefunds } from './refunds.ts';
import { pastOfSubscriptions } from './subscriptions.ts';
import { pastOfUsers } from './users.ts';
import { seedWatching } from './watching.ts';

/** Who signs in, and what they look after, made once; what is there already stays as it is. */
export async function seedDemo(database: Database, password: string, ports: PublishingPorts): Promise<void> {
  await seedAdmins(database, password);
  await seedCatalog(database, ports);
  await seedPrices(database);
  await seedCuration(database);
  await seedPackages(database);
}

/** Viewers who are known by name, and what they did and were told, in the same way. Nobody waits for them at the start. */
export async function seedViewers(database: Database, password: string): Promise<void> {
  await seedUsers(database, password);
  await seedWatching(database);
  await seedComments(database);
  await seedReconciliation(database);
  await seedPushes(database);
}

/** Everyone who uses the app, and months of what they did, in one transaction: all of it or none. */
async function seedUsers(database: Database, password: string): Promise<void> {
  await database.transaction(async (tx, today) => {
    const now = before(today, settledMs);
    const past = [
      ...(await pastOfUsers(tx, now, password)),
      ...(await pastOfSubscriptions(tx, now)),
      ...(await pastOfPromos(tx, now)),
      ...(await pastOfRefunds(tx, now)),
    ];
    await replay(tx, past);
  });
}

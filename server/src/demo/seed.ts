import type { PublishingPorts } from '../features/publishing/public.ts';
import type { Database } from '../kit/db/database.ts';
import { seedAdmins } from './admins.ts';
import { seedCatalog } from './catalog.ts';
import { seedPackages } from './packages.ts';
import { seedPrices } from './prices.ts';
import { seedPromos } from './promos.ts';
import { seedReconciliation } from './reconciliation.ts';
import { seedSubscriptions } from './subscriptions.ts';
import { seedUsers } from './users.ts';

/** A believable world, made once; what is there already stays as it is. */
export async function seedDemo(database: Database, password: string, ports: PublishingPorts): Promise<void> {
  await seedAdmins(database, password);
  await seedCatalog(database, ports);
  await seedPrices(database);
  await seedPackages(database);
  await seedUsers(database, password);
  await seedSubscriptions(database);
  await seedPromos(database);
  await seedReconciliation(database);
}

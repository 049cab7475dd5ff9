import { createBus } from '../../kit/bus.ts';
import { openDatabase } from '../../kit/db/database.ts';
import { createLeases } from './lease.ts';

/** Leases on a database, as each process of the service has them. */
export function openLeases(url: string) {
  const database = openDatabase({ url, connections: 4 });
  const bus = createBus({ url });
  bus.start();
  const leases = createLeases();
  leases.connect(database, bus);
  return {
    leases,
    bus,
    async close() {
      await leases.close();
      await bus.stop();
      await database.close();
    },
  };
}

/**
 * Test files of which `npm test` runs one group of three each day; `npm run test:long` and whoever names a file run them
 * all. They take long, and either other tests look at the same every day (a story: the tests of its screen's components and
 * of its endpoints), or what they are about hardly ever changes (gateways, the demo's media, bodies that come slowly), or
 * they kill processes and break connections, of which `test/faults/money-storm.test.ts` tries some every day.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Fault, root } from './process.mjs';

const groups = [
  {
    server: [
      'src/features/media/images',
      'src/gateways/postgres/crash',
      'src/kit/http/slow-bodies',
      'test/faults/payments',
      'test/faults/prepared-database',
      'test/faults/redemptions',
      'test/faults/stop',
    ],
    panel: ['e2e/audit', 'e2e/keyboard', 'e2e/launches', 'e2e/packages', 'e2e/roles'],
  },
  {
    server: [
      'src/features/media/damaged',
      'src/features/media/upkeep',
      'src/gateways/postgres/account',
      'src/gateways/postgres/embedded',
      'src/kit/http/drain',
      'test/faults/payment-batches',
      'test/faults/start',
    ],
    panel: ['e2e/admins', 'e2e/alerts', 'e2e/clicks', 'e2e/dates', 'e2e/media', 'e2e/pricing', 'e2e/rotation'],
  },
  {
    server: [
      'src/demo/media',
      'src/gateways/video/embedded/tus',
      'src/kit/db/outage',
      'test/faults/providers',
      'test/faults/pushes',
      'test/faults/refunds',
      'test/faults/schedules',
      'test/faults/unlocks',
      'test/faults/upload',
      'test/faults/webhooks',
      'test/invariants/ledger-forward-proof',
    ],
    panel: [
      'e2e/analytics',
      'e2e/curation',
      'e2e/episode-grid',
      'e2e/failed-schedule',
      'e2e/jobs',
      'e2e/lists',
      'e2e/mobile-docs',
      'e2e/promos',
      'e2e/reconciliation',
      'e2e/segments',
      'e2e/toasts',
      'e2e/viewer',
    ],
  },
];

const today = Math.floor(Date.now() / 86_400_000) % groups.length;

/** Today's group; `TEST_GROUP=0`, `1` or `2` runs another. */
export const group = Number(process.env.TEST_GROUP || today);

const filesIn = (folder) => groups.flatMap((one) => one[folder].map((name) => `${folder}/${name}.test.ts`));

/** The files that are not run today, as paths from the root. */
export function skippedFiles() {
  if (!(group in groups)) throw new Fault(`TEST_GROUP is 0, 1 or 2, not ${process.env.TEST_GROUP}.`);
  const all = ['server', 'panel'].flatMap(filesIn);
  const wrong = all.find((file, index) => !existsSync(join(root, file)) || all.indexOf(file) < index);
  if (wrong) throw new Fault(`scripts/test-groups.mjs names ${wrong}, which is not there or is named twice.`);
  const { server, panel } = groups[group];
  const ofToday = [...server.map((name) => `server/${name}`), ...panel.map((name) => `panel/${name}`)];
  return all.filter((file) => !ofToday.includes(file.replace(/\.test\.ts$/u, '')));
}

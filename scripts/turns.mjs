/**
 * Test files that take turns: `npm test` runs one of the three groups each day, `npm run test:long` and whoever names a
 * file run them all. They are about what other tests look at every day too (a story: the tests of its screen's components
 * and of its endpoints), about what hardly ever changes (gateways), or about processes that are killed and connections that
 * break, of which `test/faults/money-storm.test.ts` tries some every day.
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

/** Today's group; `TURN=0`, `1` or `2` runs another. */
export const turn = Number(process.env.TURN ?? Math.floor(Date.now() / 86_400_000) % groups.length);

/** The files of a folder (`server`, `panel`) whose turn it is not today. */
export function notToday(folder) {
  const others = groups.filter((_group, index) => index !== turn);
  if (others.length === groups.length) throw new Fault(`TURN is 0, 1 or 2, not ${process.env.TURN}.`);
  const files = others.flatMap((group) => group[folder]).map((name) => `${name}.test.ts`);
  const lost = files.find((file) => !existsSync(join(root, folder, file)));
  if (lost) throw new Fault(`scripts/turns.mjs names ${folder}/${lost}, which is not there.`);
  return files;
}

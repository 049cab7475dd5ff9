/**
 * Test files of which `npm test` runs one group of three each day; `npm run test:long` and whoever names a file run them
 * all. They take long, and either other tests look at the same every day (a story: the tests of its screen's components and
 * of its endpoints; one of a screen's components: others of that screen), or what they are about hardly ever changes
 * (gateways, pictures, the demo, exports, bodies that come slowly), or they kill processes and break connections where no
 * coins move: what moves coins is tried every day.
 */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault, root } from './process.mjs';

/** Paths without their ending, `.test.ts` or `.test.tsx`. */
const groups = [
  [
    'server/src/demo/seed',
    'server/src/features/comments/changes',
    'server/src/features/media/images',
    'server/src/features/proofs/export',
    'server/src/features/support/timeline',
    'server/src/gateways/postgres/crash',
    'server/src/kit/http/slow-bodies',
    'server/test/faults/prepared-database',
    'server/test/faults/stop',
    'panel/e2e/audit',
    'panel/e2e/keyboard',
    'panel/e2e/launches',
    'panel/e2e/moderation',
    'panel/e2e/packages',
    'panel/e2e/push',
    'panel/e2e/roles',
    'panel/src/app/commands',
    'panel/src/app/tour/tour',
    'panel/src/screens/catalog/artwork',
    'panel/src/screens/rotation/colleague',
  ],
  [
    'server/src/features/launches/launches',
    'server/src/features/media/damaged',
    'server/src/features/media/upkeep',
    'server/src/features/reconciliation/large-file',
    'server/src/gateways/files/lease',
    'server/src/gateways/postgres/account',
    'server/src/gateways/postgres/embedded',
    'server/src/kit/http/drain',
    'server/test/faults/backlog',
    'server/test/faults/start',
    'panel/e2e/admins',
    'panel/e2e/alerts',
    'panel/e2e/clicks',
    'panel/e2e/dates',
    'panel/e2e/media',
    'panel/e2e/pricing',
    'panel/e2e/rotation',
    'panel/e2e/series',
    'panel/src/app/translated-titles',
    'panel/src/screens/catalog/blank-rows',
    'panel/src/screens/media/uploads',
  ],
  [
    'server/src/demo/media',
    'server/src/features/media/full-disk',
    'server/src/gateways/video/embedded/embedded',
    'server/src/gateways/video/embedded/tus',
    'server/src/kit/db/outage',
    'server/src/kit/http/large-bodies',
    'server/test/faults/feed-change',
    'server/test/faults/providers',
    'server/test/faults/pushes',
    'server/test/faults/schedules',
    'server/test/faults/upload',
    'server/test/faults/webhooks',
    'server/test/invariants/ledger-forward-proof',
    'panel/e2e/analytics',
    'panel/e2e/curation',
    'panel/e2e/economy',
    'panel/e2e/episode-grid',
    'panel/e2e/failed-schedule',
    'panel/e2e/jobs',
    'panel/e2e/lists',
    'panel/e2e/promos',
    'panel/e2e/publishing',
    'panel/e2e/reconciliation',
    'panel/e2e/segments',
    'panel/e2e/toasts',
    'panel/e2e/viewer',
    'panel/src/screens/audit/named-id',
    'panel/src/screens/catalog/focus',
    'panel/src/screens/catalog/reorder',
    'panel/src/screens/packages/package-form',
    'panel/src/screens/pricing/drafts',
    'panel/src/screens/publishing/planning',
    'panel/src/ui/date/date-field',
  ],
];

const today = Math.floor(Date.now() / 86_400_000) % groups.length;

/** Today's group; `TEST_GROUP=0`, `1` or `2` runs another. */
export const group = Number(process.env.TEST_GROUP || today);

/** The file of a path without an ending; undefined where there is none. */
const fileAt = (path) =>
  ['ts', 'tsx'].map((ending) => `${path}.test.${ending}`).find((file) => existsSync(join(root, file)));

/** The folder of a screen of whose tests none is run every day. */
function uncoveredScreen(all) {
  const files = new Set(all.map(fileAt));
  const folders = new Set(all.filter((path) => path.startsWith('panel/src/screens/')).map(dirname));
  const isDaily = (folder) => (name) => /\.test\.tsx?$/u.test(name) && !files.has(`${folder}/${name}`);
  return [...folders].find((folder) => !readdirSync(join(root, folder)).some(isDaily(folder)));
}

/** The files that are not run today, as paths from the root. */
export function skippedFiles() {
  if (!(group in groups)) throw new Fault(`TEST_GROUP is 0, 1 or 2, not ${process.env.TEST_GROUP}.`);
  const all = groups.flat();
  const wrong = all.find((path, index) => fileAt(path) === undefined || all.indexOf(path) < index);
  if (wrong) throw new Fault(`scripts/test-groups.mjs names ${wrong}, which is not there or is named twice.`);
  const uncovered = uncoveredScreen(all);
  if (uncovered) throw new Fault(`scripts/test-groups.mjs leaves ${uncovered} without a test that runs every day.`);
  return all.filter((path) => !groups[group].includes(path)).map(fileAt);
}

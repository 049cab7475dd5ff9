import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { permissions } from '../../src/features/access/rules.ts';
import { servedRoutes } from '../harness/served-routes.ts';
import { openWorld, type World } from '../harness/world.ts';
import { type Access, contractAccess, contractName, contractPermissions, contractRoutes } from './contract-access.ts';
import { documentOf, type ListedOperation, nameOf, operationsOf } from './document.ts';
import { type CheckedRoute, everyPair, pairsOf, routesWithoutBothOutcomes, runMatrix } from './matrix.ts';
import { makePrincipals, type Principals } from './principals.ts';

/** Served for those who run the service and those who read about it; the document is not about them. */
const undocumented = /^(?:GET|HEAD) \/(?:healthz|readyz|metrics|openapi\.json|docs(?:\/.*)?)$/;
/** For players and tus clients, by addresses that nobody can guess, or that are signed. */
const streamed =
  /^(?:OPTIONS|HEAD|PATCH|POST) \/media\/uploads\/:id$|^(?:GET|HEAD) \/media\/(?:files|(?:files|videos\/:playbackId)\/:grant\/:signature)\/:name$/;

/** Every role at every route, and a part of the other pairs; `MATRIX_LONG` tries every pair. */
const chosen = () => (process.env.MATRIX_LONG === undefined ? pairsOf(0) : everyPair);

let world: World;
let principals: Principals;

beforeAll(async () => {
  world = await openWorld();
  principals = await makePrincipals(world);
});

/** What a route asks for: the contract's word, else its own, which never opens an admin route to everyone. */
const accessOf = (operation: ListedOperation): Access =>
  contractAccess(operation.method, operation.url) ?? { guard: 'admin', anyOf: operation['x-permissions'] ?? [] };

async function unlistedRoutes(app: FastifyInstance): Promise<{ hidden: string[]; missing: string[] }> {
  const served = (await servedRoutes(app))
    .map(nameOf)
    .filter((name) => !undocumented.test(name) && !streamed.test(name));
  const documented = operationsOf(await documentOf(app)).map(nameOf);
  return {
    // What can be read can be asked for without its body.
    hidden: served.filter((name) => !documented.includes(name.replace(/^HEAD /, 'GET '))),
    missing: documented.filter((name) => !served.includes(name)),
  };
}

/** What the specification says that the app calls. */
const mobileRoutes = [
  ...['GET /v1/flags', 'GET /v1/feed', 'GET /v1/comments/preview', 'POST /v1/promos/redeem', 'GET /v1/wallet'],
  ...['POST /v1/episodes/:/unlock/quote', 'POST /v1/episodes/:/unlock', 'POST /v1/subscriptions/webhook/:'],
];

const securityOf = { open: [], user: ['userBearer'], admin: ['adminBearer', 'adminCookie'] };

describe('the list of routes', () => {
  it('is the same in the router and in the document: nothing is hidden, nothing is only promised', async () => {
    expect(await unlistedRoutes(world.app)).toEqual({ hidden: [], missing: [] });
  });
  it('notices a route that was served behind the document’s back', async () => {
    const { app } = world.another();
    app.get('/v1/admin/planted', async () => ({}));
    expect((await unlistedRoutes(app)).hidden).toEqual(['GET /v1/admin/planted']);
  });
  it('has every path that the specification names, and nothing of the service is outside of /v1', async () => {
    const document = await documentOf(world.app);
    const served = operationsOf(document).map(({ method, url }) => contractName(method, url));
    expect([...contractRoutes, ...mobileRoutes].filter((name) => !served.includes(name))).toEqual([]);
    expect(Object.keys(document.paths).filter((path) => !/^\/(?:v1|media)\//.test(path))).toEqual([]);
  });
  it('takes JSON, and a form with a file where the specification says multipart', async () => {
    const operations = operationsOf(await documentOf(world.app)).filter(({ requestBody }) => requestBody);
    const takes = (type: string) =>
      operations.filter(({ requestBody }) => Object.keys(requestBody?.content ?? {}).join() === type).map(nameOf);
    const forms = takes('multipart/form-data');
    expect(forms.sort()).toEqual([
      'POST /v1/admin/media/captions',
      'POST /v1/admin/media/uploads/image',
      'POST /v1/admin/payments/reconciliation',
    ]);
    expect(takes('application/json')).toHaveLength(operations.length - forms.length);
  });
  it('only reads the economy and the list of subscriptions', async () => {
    const readOnly = /^\/v1\/admin\/(?:economy|subscriptions)(?:\/|$)/;
    const operations = operationsOf(await documentOf(world.app)).filter(({ url }) => readOnly.test(url));
    expect(operations.length).toBeGreaterThan(1);
    expect(operations.filter(({ method }) => method !== 'GET').map(nameOf)).toEqual([]);
  });
  it('asks of everyone who calls what the specification asks of them', async () => {
    const operations = operationsOf(await documentOf(world.app));
    const declared = operations.map((operation) => {
      const names = operation.security.flatMap((way) => Object.keys(way));
      return `${nameOf(operation)}: ${[...(operation['x-permissions'] ?? [])].sort().join()} by ${names.join()}`;
    });
    const wanted = operations.map((operation) => {
      const access = accessOf(operation);
      const anyOf = access.guard === 'admin' ? [...access.anyOf].sort() : [];
      return `${nameOf(operation)}: ${anyOf.join()} by ${securityOf[access.guard].join()}`;
    });
    expect(declared).toEqual(wanted);
  });
  it('knows the permissions of the contract and no others', () => {
    expect([...permissions].sort()).toEqual([...contractPermissions].sort());
  });
});

async function checkedRoutes(): Promise<CheckedRoute[]> {
  const operations = operationsOf(await documentOf(world.app));
  return operations.map((operation) => ({ ...operation, access: accessOf(operation) }));
}

describe('the authorization matrix', () => {
  it('lets everyone into what is theirs and nobody into anything else', { timeout: 1_200_000 }, async () => {
    const routes = await checkedRoutes();
    const { cells, wrong } = await runMatrix(world.app, routes, principals, chosen());
    console.log(`authorization matrix: ${cells} cells of ${routes.length} routes, ${wrong.length} wrong`);
    expect(wrong).toEqual([]);
  });
  it('tries every route with someone who has access and someone who does not, and in 30 turns with everyone', async () => {
    const routes = await checkedRoutes();
    expect(routesWithoutBothOutcomes(routes, principals, chosen())).toEqual([]);
    const [first = expect.unreachable()] = routes.filter(({ access }) => access.guard === 'admin');
    const namesOf = (pairs: ReturnType<typeof everyPair>) =>
      pairs.map(({ principal, by }) => `${principal.name} ${by.name}`);
    const asked = Array.from({ length: 30 }, (_, index) => namesOf(pairsOf(index)(first, principals)));
    expect([...new Set(asked.flat())].sort()).toEqual(namesOf(everyPair(first, principals)).sort());
  });
  it('notices a route that has no guard', async () => {
    const { app } = world.another();
    app.get('/v1/admin/planted/:id', async () => ({ told: 'everything' }));
    const planted: CheckedRoute = {
      method: 'GET',
      url: '/v1/admin/planted/:id',
      access: { guard: 'admin', anyOf: [] },
    };
    const { wrong } = await runMatrix(app, [planted], principals);
    const refusedByContract = principals.others.length * 2;
    expect(wrong.filter((fault) => fault.includes('should get 401 unauthorized, got 200'))).toHaveLength(2);
    expect(wrong.length).toBeGreaterThanOrEqual(refusedByContract);
  });
  it('notices a route that asks for less than it should', async () => {
    const lenient: CheckedRoute = {
      method: 'GET',
      url: '/v1/admin/admins/me',
      access: { guard: 'admin', anyOf: ['users:read'] },
    };
    const { wrong } = await runMatrix(world.app, [lenient], principals);
    expect(wrong).toContainEqual(expect.stringContaining('analyst × cookie: should get 403 insufficient_permissions'));
    expect(wrong).not.toContainEqual(expect.stringContaining('support × cookie:'));
  });
  it('notices a guard that keeps out those who may come in', async () => {
    const strict: CheckedRoute = {
      method: 'GET',
      url: '/v1/admin/audit-log',
      access: { guard: 'admin', anyOf: ['audit:read', 'users:read'] },
    };
    const { wrong } = await runMatrix(world.app, [strict], principals);
    expect(wrong).toContainEqual(expect.stringContaining('support × header: should get in, got 403'));
  });
});

import type { FastifyInstance } from 'fastify';
import pLimit from 'p-limit';
import { newId } from '../../src/kit/id.ts';
import { injectWithRetry } from '../harness/inject-with-retry.ts';
import { headerFaults } from './answer-headers.ts';
import { type Access, allowedBeforeReset } from './contract-access.ts';
import { methodOf, nameOf } from './document.ts';
import type { Principal, Principals, Refusal } from './principals.ts';

export interface CheckedRoute {
  readonly method: string;
  readonly url: string;
  readonly access: Access;
}

/** How a credential is shown, and where the request says that it comes from. */
interface Bearing {
  readonly name: string;
  readonly byCookie: boolean;
  readonly crossSite: boolean;
  /** What the manner of showing itself leads to, at the admins' guard. */
  readonly refusal?: Refusal;
  headers(token: string | undefined): Record<string, string>;
}

interface Expected extends Refusal {
  readonly required?: readonly string[];
}

export interface MatrixResult {
  readonly cells: number;
  readonly wrong: readonly string[];
}

const byHeader = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };
const byCookie = (token: string | undefined): Record<string, string> => ({
  cookie: token === undefined ? 'theme=dark' : `theme=dark; svc_admin_token=${token}`,
});

const header: Bearing = { name: 'header', byCookie: false, crossSite: false, headers: byHeader };
const cookie: Bearing = { name: 'cookie', byCookie: true, crossSite: false, headers: byCookie };

const from = (bearing: Bearing, name: string, crossSite: boolean, site: Record<string, string>): Bearing => ({
  ...bearing,
  name: `${bearing.name}, ${name}`,
  crossSite,
  headers: (token) => ({ ...bearing.headers(token), ...site }),
});

/** Browsers say where a request comes from. What they send along by themselves counts only when it comes from us. */
const sited: readonly Bearing[] = [
  from(cookie, 'same origin', false, { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:80' }),
  from(cookie, 'typed in', false, { 'sec-fetch-site': 'none' }),
  from(cookie, 'our Origin', false, { host: 'panel.example', origin: 'https://panel.example' }),
  from(cookie, 'cross-site', true, { 'sec-fetch-site': 'cross-site' }),
  from(cookie, 'same-site', true, { 'sec-fetch-site': 'same-site' }),
  from(cookie, 'foreign Origin', true, { host: 'panel.example', origin: 'https://evil.example' }),
  from(cookie, 'Origin null', true, { origin: 'null' }),
  from(header, 'cross-site', false, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }),
];

const forged = sited.filter(({ crossSite }) => crossSite);

/** The header wins over the cookie, for better or worse. */
const mixed: readonly Bearing[] = [
  { ...header, name: 'header beside a bad cookie', headers: (token) => ({ ...byHeader(token), ...byCookie('bad') }) },
  {
    ...cookie,
    name: 'cookie beside a bad header',
    refusal: { status: 401, error: 'invalid_token' },
    headers: (token) => ({ ...byCookie(token), ...byHeader('bad') }),
  },
];

/** The codes that only guards give; whoever gets any other answer has got in. */
const guardCodes = new Set([
  ...['unauthorized', 'invalid_token', 'token_revoked', 'admin_disabled', 'csrf_rejected'],
  ...['password_reset_required', 'step_up_required', 'insufficient_permissions'],
]);

/** What must happen; undefined: gets in. The order of the questions is the contract's. */
function expected(route: CheckedRoute, principal: Principal, bearing: Bearing): Expected | undefined {
  const { access, method } = route;
  if (access.guard === 'open') return undefined;
  if (access.guard === 'user') return expectedOfUsers(principal, bearing);
  const refusal = bearing.refusal ?? principal.refusal;
  if (refusal) return refusal;
  if (bearing.crossSite && method !== 'GET') return { status: 403, error: 'csrf_rejected' };
  if (principal.owesReset && !allowedBeforeReset.has(nameOf(route))) {
    return { status: 403, error: 'password_reset_required' };
  }
  const { anyOf } = access;
  const holds = anyOf.length === 0 || ['*', ...anyOf].some((permission) => principal.permissions.includes(permission));
  return holds ? undefined : { status: 403, error: 'insufficient_permissions', required: anyOf };
}

/** None of our principals is a user, and the admins' cookie is no credential there. */
function expectedOfUsers(principal: Principal, bearing: Bearing): Expected {
  const shown = bearing.headers(principal.name === 'no token' ? undefined : 'x').authorization !== undefined;
  return { status: 401, error: shown ? 'invalid_token' : 'unauthorized' };
}

function faultsOf(want: Expected | undefined, status: number, text: string): string[] {
  const body: unknown = text.startsWith('{') ? JSON.parse(text) : {};
  const { error, required, ...rest }: Record<string, unknown> = { ...(typeof body === 'object' ? body : {}) };
  if (want === undefined) {
    const isGuarded = typeof error === 'string' && guardCodes.has(error);
    return status < 500 && !isGuarded ? [] : [`should get in, got ${status} ${text}`];
  }
  const exact = { statusCode: want.status };
  const sameRequired = JSON.stringify(sorted(required)) === JSON.stringify(sorted(want.required));
  const same = status === want.status && error === want.error && JSON.stringify(rest) === JSON.stringify(exact);
  return same && sameRequired ? [] : [`should get ${want.status} ${want.error}, got ${status} ${text.slice(0, 200)}`];
}

const sorted = (list: unknown): unknown => (Array.isArray(list) ? list.map(String).sort() : null);

/** A path that names nothing that exists, so that getting in changes nothing. */
const emptyPath = (url: string): string => url.replace(/:\w+/g, () => newId()).replace('*', newId());

async function checkCell(app: FastifyInstance, route: CheckedRoute, principal: Principal, bearing: Bearing) {
  const { method, url } = route;
  const token = await principal.token();
  const response = await injectWithRetry(app, {
    method: methodOf(method),
    url: emptyPath(url),
    headers: bearing.headers(token),
  });
  const faults = [
    ...faultsOf(expected(route, principal, bearing), response.statusCode, response.payload),
    ...headerFaults(url, response.headers),
  ];
  return faults.map((fault) => `${nameOf(route)} × ${principal.name} × ${bearing.name}: ${fault}`);
}

const atOnce = 20;

interface Pair {
  readonly principal: Principal;
  readonly by: Bearing;
}

const shownBy = (principals: readonly Principal[], bearings: readonly Bearing[]): Pair[] =>
  principals.flatMap((principal) => bearings.map((by) => ({ principal, by })));

/** Everyone, by header and by cookie; the built-in roles also from everywhere else. */
export const everyPair = (_route: CheckedRoute, { roles, holders, others }: Principals): Pair[] => [
  ...shownBy([...others, ...roles, ...holders], [header, cookie]),
  ...shownBy(roles, [...sited, ...mixed]),
];

/** So many of a list, others at each turn, until all of them had theirs. */
function inTurn<T>(list: readonly T[], count: number, turn: number): T[] {
  const start = (turn * count) % Math.max(1, list.length);
  return [...list.slice(start), ...list.slice(0, start)].slice(0, count);
}

const isHeldBy = ({ access }: CheckedRoute, { permissions }: Principal): boolean =>
  access.guard === 'admin' && access.anyOf.some((permission) => permissions.includes(permission));

/**
 * What is asked in a day: of each route nobody at all, every built-in role and whoever holds just what it asks for, some
 * who hold something else, some forgeries, and some requests from other sites. Each route has others of them, and others
 * on the next day; in a month each has met everyone.
 */
export function pairsOf(day: number) {
  let count = 0;
  return (route: CheckedRoute, { roles, holders, others }: Principals): Pair[] => {
    const turn = day + count++;
    const held = holders.filter((holder) => isHeldBy(route, holder));
    const unheld = holders.filter((holder) => !isHeldBy(route, holder));
    const eitherWay = inTurn([header, cookie], 1, turn);
    return [
      ...shownBy([...others.slice(0, 1), ...roles, ...held], eitherWay),
      ...inTurn(shownBy(unheld, [header, cookie]), 4, turn),
      ...inTurn(shownBy(others, [header, cookie]), 4, turn),
      ...inTurn(shownBy(roles, forged), 1, turn),
      ...inTurn(shownBy(roles, [...sited, ...mixed]), 3, turn),
    ];
  };
}

/** Asks every route as the pairs say that are chosen for it. */
export async function runMatrix(
  app: FastifyInstance,
  routes: readonly CheckedRoute[],
  principals: Principals,
  choose: (route: CheckedRoute, principals: Principals) => readonly Pair[] = everyPair,
): Promise<MatrixResult> {
  const limited = pLimit(atOnce);
  const cells = routes.flatMap((route) => choose(route, principals).map((pair) => ({ route, ...pair })));
  const faults = await Promise.all(
    cells.map(({ route, principal, by }) => limited(() => checkCell(app, route, principal, by))),
  );
  return { cells: cells.length, wrong: faults.flat() };
}

/** Which routes a choice leaves without someone who gets in, or without someone who does not. */
export const routesWithoutBothOutcomes = (
  routes: readonly CheckedRoute[],
  principals: Principals,
  choose: (route: CheckedRoute, principals: Principals) => readonly Pair[],
): string[] =>
  routes
    .filter(({ access }) => access.guard === 'admin')
    .filter((route) => {
      const refused = choose(route, principals).map(
        ({ principal, by }) => expected(route, principal, by) !== undefined,
      );
      return !refused.includes(true) || !refused.includes(false);
    })
    .map(nameOf);

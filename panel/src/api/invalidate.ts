import type { QueryClient } from '@tanstack/react-query';
import { approvalOf, type Change, type PathOf } from './change.ts';
import { endsSession, type Schema, type Tagged } from './client.ts';
import type { ApiError } from './errors.ts';
import { keyOf, type ReadPath, type ReplyOf } from './query.ts';
import type { paths } from './schema.d.ts';

type ResourceOf<P> = P extends `/v1/admin/${infer Name}/${string}`
  ? Name
  : P extends `/v1/admin/${infer Name}`
    ? Name
    : never;

type Changed = ResourceOf<PathOf<'POST'> | PathOf<'PUT'> | PathOf<'DELETE'>>;
type Resource = ResourceOf<ReadPath>;

/**
 * What else is another after a change to a resource, besides itself, the audit log and the approvals. A resource that
 * the contract gains must be given its line.
 */
const related: Readonly<Record<Changed, readonly Resource[] | 'all'>> = {
  admins: ['roles'],
  alerts: [],
  analytics: ['cron'],
  approvals: 'all',
  // Whatever was undone.
  'audit-log': 'all',
  auth: ['admins'],
  'client-errors': [],
  'coin-packages': [],
  collections: ['rails', 'surfaces', 'series', 'launches', 'feed-preview'],
  cron: 'all',
  episodes: ['series', 'launches', 'media', 'schedules', 'pricing', 'feed-preview'],
  'exchange-rates': [],
  flags: [],
  'free-series': ['feed-preview'],
  media: ['episodes', 'series', 'launches', 'webhooks'],
  moderation: ['users'],
  outbox: ['cron'],
  payments: ['users', 'ledger', 'economy', 'promos', 'webhooks'],
  'preview-reel': ['series', 'launches', 'collections', 'surfaces', 'feed-preview'],
  pricing: ['series', 'launches', 'feed-preview'],
  promos: ['segments', 'users'],
  push: ['segments'],
  rails: ['collections', 'surfaces', 'series', 'launches', 'feed-preview'],
  refunds: ['users', 'ledger', 'subscriptions', 'payments', 'economy'],
  roles: ['admins'],
  'saved-views': [],
  schedules: ['series', 'launches', 'episodes', 'media', 'feed-preview'],
  segments: ['promos', 'push'],
  series: [
    'genres',
    'episodes',
    'launches',
    'schedules',
    'media',
    'pricing',
    'free-series',
    'collections',
    'surfaces',
    'preview-reel',
    'feed-preview',
  ],
  'subscription-products': ['users', 'subscriptions'],
  surfaces: ['rails', 'collections', 'series', 'launches', 'feed-preview'],
  users: ['ledger', 'subscriptions', 'economy', 'moderation'],
  webhooks: ['media', 'episodes', 'series', 'launches', 'payments', 'users', 'ledger', 'economy'],
};

const always: readonly Resource[] = ['approvals', 'audit-log'];

const nameIn = (path: unknown): string | undefined =>
  typeof path === 'string' ? /^\/v1\/admin\/([^/]+)/.exec(path)?.[1] : undefined;

const isChanged = (name: string | undefined): name is Changed => name !== undefined && Object.hasOwn(related, name);

/** The key of what a form shows of its effects while it is filled in. */
export const shownPreviews = ['dryRun', 'form'] as const;

type Gone = Pick<Change, 'path' | 'params'>;

/** Whether a read is about something that was deleted: it would be answered with 404. */
function isOf({ path, params }: Gone, [read, given]: readonly unknown[]): boolean {
  const known = new Map(Object.entries(typeof given === 'object' && given !== null ? given : {}));
  const ids = Object.entries(params);
  const isBelow = typeof read === 'string' && (read === path || read.startsWith(`${path}/`));
  return ids.length > 0 && isBelow && ids.every(([name, id]) => known.get(name) === id);
}

/**
 * Marks as stale what changes to these paths have touched. What is on the screen is fetched again, and not waited for,
 * except for what was deleted.
 */
export function invalidateAfter(client: QueryClient, changed: readonly string[], gone?: Gone): void {
  const isThere = (queryKey: readonly unknown[]) => !gone || !isOf(gone, queryKey);
  // What a form said that it would do may be done by now.
  void client.resetQueries({ queryKey: shownPreviews });
  const touched = new Set<string>(always);
  for (const name of changed.map(nameIn)) {
    const others = isChanged(name) ? related[name] : 'all';
    if (others === 'all') {
      void client.invalidateQueries({
        predicate: ({ queryKey }) => nameIn(queryKey[0]) !== undefined && isThere(queryKey),
      });
      return;
    }
    if (name) touched.add(name);
    for (const other of others) touched.add(other);
  }
  void client.invalidateQueries({
    predicate: ({ queryKey }) => touched.has(nameIn(queryKey[0]) ?? '') && isThere(queryKey),
  });
}

type Put<P extends keyof paths> = paths[P]['put'] extends {
  responses: { 200: { content: { 'application/json': infer Body } } };
}
  ? Exclude<Body, Schema<'DryRun'> | Schema<'ApprovalPending'>>
  : never;

/** Where a PUT sets one of those that its path lists. */
const setsOneOfMany = ['/v1/admin/exchange-rates', '/v1/admin/free-series'] as const;
type Replaced = Exclude<PathOf<'PUT'> & ReadPath, (typeof setsOneOfMany)[number]>;

export const isOneOfMany = ({ path }: Pick<Change, 'path'>): boolean => setsOneOfMany.some((one) => one === path);

type Differing = { [P in Replaced]: Put<P> extends ReplyOf<P> ? never : P }[Replaced];
type Never<T extends never> = T;
/** The compiler's check: what a PUT answers is what its path reads, so that the one can stand for the other. */
export type PutAnswersWhatIsRead = Never<Differing>;

/** Shows at once what a change has answered, and marks what it touched. */
export function applyReply(client: QueryClient, change: Change, reply: Tagged<unknown>): void {
  const isDone = approvalOf(reply.data) === null;
  const isReplaced = change.method === 'PUT' && isDone && !isOneOfMany(change);
  if (isReplaced && reply.data !== null) {
    const params = { path: change.params };
    const isThere = (key: readonly unknown[]) => client.getQueryData(key) !== undefined;
    const [plain, tagged] = [keyOf(change.path, params), keyOf(change.path, params, 'tagged')];
    if (isThere(plain)) client.setQueryData(plain, reply.data);
    if (isThere(tagged)) client.setQueryData(tagged, reply);
  }
  const isGone = change.method === 'DELETE' && reply.data === null;
  invalidateAfter(client, [change.path], isGone ? change : undefined);
}

/**
 * Marks what a refused or unanswered change was about: what is shown may be old, or changed after all. Where the session
 * is over or a code is missing there is nothing to learn.
 */
export function applyRefusal(client: QueryClient, { path }: Change, { code }: ApiError): void {
  if (!endsSession(code) && code !== 'step_up_required') invalidateAfter(client, [path]);
}

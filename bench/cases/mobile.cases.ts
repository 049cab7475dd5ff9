import { randomUUID } from 'node:crypto';
import type { paths } from '../../panel/src/api/schema.d.ts';
import { newId } from '../../server/src/kit/id.ts';
import { signMessage } from '../../server/src/kit/webhooks.ts';
import { secret } from '../environment.ts';
import { peers } from '../peers.ts';
import {
  commentCount,
  commentId,
  episodeId,
  password,
  popular,
  promoCodes,
  published,
  sentences,
  seriesId,
  unlockedEpisode,
} from '../viewers.ts';

/** Every endpoint of the mobile API: who calls it with what, and the goals. The compiler demands a case for each. */

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type MobilePath = Exclude<Extract<keyof paths, `/v1/${string}`>, `/v1/admin/${string}`>;
export type MobileEndpoint = {
  [Path in MobilePath]: {
    [M in Method]: paths[Path][M] extends object ? `${Uppercase<M>} ${Path}` : never;
  }[Method];
}[MobilePath];

/** A user whose turn it is. No two turns have the same number. */
export interface Turn {
  readonly turn: number;
  readonly user: number;
  readonly userId: string;
  readonly market: string;
  readonly lang: string;
  readonly random: () => number;
}

export interface MobileCase {
  /** Shared reads are the same for all callers of a market and language; own reads are about the caller. */
  readonly kind: 'shared' | 'own' | 'write';
  /** Of its requests per second to those of a bare server that sends the same bytes. */
  readonly goal?: number;
  readonly note?: string;
  readonly path: (turn: Turn) => string;
  readonly body?: (turn: Turn) => object;
  /** Headers beside those of the token and the body. */
  readonly headers?: (body: string) => Readonly<Record<string, string>>;
  /** `fresh`: a token that was not used before; `none`: the caller is not signed in. */
  readonly token?: 'fresh' | 'none';
  /** What goes on meanwhile. */
  readonly meanwhile?: 'coins' | 'comments' | 'editors';
  /** What every response contains, where its status does not say whether it succeeded. */
  readonly expect?: string;
  /** At most so many bytes on the wire. */
  readonly maxBytes?: number;
  /** SQL that the owner runs before each round. */
  readonly before?: string;
  /** The same work as SQL, one user per transaction, for pgbench; and the goal against it. */
  readonly peer?: { readonly sql: string; readonly goal: number };
}

/** Endpoints without a case, and why. */
export const notMeasured = {
  'GET /v1/demo': 'exists only in the demo',
  'POST /v1/demo/payments': 'exists only in the demo',
  'POST /v1/auth/token': 'takes tokens that a provider signed; what it writes is measured with registration',
  'DELETE /v1/me': 'happens once to an account, and signs its caller out',
  'GET /v1/me/export': 'reads everything about one user, at most once in ten seconds',
  'POST /v1/store/purchases/{id}/proof': 'waits for the store; what it credits is measured with the webhook',
} satisfies Partial<Record<MobileEndpoint, string>>;

const shared = 0.6;
const own = 0.25;
const write = 0.1;
const peerGoal = 0.8;

const popularSeries = ({ random }: Turn): number => popular(published.series, random);
const popularEpisode = ({ random }: Turn): string => {
  const rank = popular(published.series * published.perSeries, random);
  return episodeId(Math.floor(rank / published.perSeries), rank % published.perSeries);
};
const freeEpisode = (turn: Turn): string => episodeId(popularSeries(turn), turn.turn % 4);
/** Each user comes again with another one. */
const lockedEpisode = ({ turn, user }: Turn): string =>
  episodeId((turn + user * 7) % published.series, 20 + (turn % (published.perSeries - 20)));
const nextSeries = ({ turn, user }: Turn): string => seriesId((turn * 7 + user) % published.series);
const beganAt = Date.now() - 20 * 86_400_000;

const sku = ({ turn }: Turn): string => `bench_${1 + (turn % 8)}`;
const rails = ['ios_store', 'android_store', 'card_web'];
const railOf = ({ turn }: Turn): string => rails[turn % rails.length] ?? '';

export const mobileCases: Readonly<Record<Exclude<MobileEndpoint, keyof typeof notMeasured>, MobileCase>> = {
  'GET /v1/feed': {
    kind: 'shared',
    goal: shared,
    meanwhile: 'editors',
    maxBytes: 15_000,
    path: ({ lang }) => `/v1/feed?lang=${lang}`,
  },
  'GET /v1/series/{slugOrId}': {
    kind: 'shared',
    goal: shared,
    meanwhile: 'editors',
    path: (turn) => `/v1/series/${seriesId(popularSeries(turn))}?lang=${turn.lang}`,
  },
  'GET /v1/series/{slugOrId}/episodes': {
    kind: 'shared',
    goal: shared,
    meanwhile: 'editors',
    path: (turn) => `/v1/series/${seriesId(popularSeries(turn))}/episodes?lang=${turn.lang}`,
  },
  'GET /v1/search': {
    kind: 'shared',
    goal: shared,
    meanwhile: 'editors',
    path: (turn) => `/v1/search?q=series%20${1 + popularSeries(turn)}&lang=${turn.lang}`,
  },
  'GET /v1/store/packages': { kind: 'shared', goal: shared, path: (turn) => `/v1/store/packages?rail=${railOf(turn)}` },
  'GET /v1/flags': { kind: 'shared', goal: shared, token: 'none', path: ({ market }) => `/v1/flags?market=${market}` },
  'GET /v1/comments/preview': {
    kind: 'shared',
    goal: shared,
    meanwhile: 'comments',
    path: (turn) => `/v1/comments/preview?episodeId=${popularEpisode(turn)}`,
  },
  'GET /v1/push/key': { kind: 'shared', path: () => '/v1/push/key' },

  'GET /v1/wallet': { kind: 'own', goal: own, meanwhile: 'coins', path: () => '/v1/wallet' },
  'GET /v1/me': { kind: 'own', goal: own, path: () => '/v1/me' },
  'POST /v1/episodes/{id}/unlock/quote': {
    kind: 'own',
    goal: own,
    meanwhile: 'coins',
    path: (turn) => `/v1/episodes/${popularEpisode(turn)}/unlock/quote`,
  },
  'GET /v1/episodes/{id}/playback': {
    kind: 'own',
    goal: own,
    note: 'half free, half unlocked episodes',
    path: (turn) =>
      `/v1/episodes/${turn.turn % 2 ? freeEpisode(turn) : unlockedEpisode(turn.user, turn.turn)}/playback`,
  },
  'GET /v1/me/watch-history': { kind: 'own', goal: own, path: ({ lang }) => `/v1/me/watch-history?lang=${lang}` },
  'GET /v1/me/saves': { kind: 'own', goal: own, path: () => '/v1/me/saves' },

  'POST /v1/episodes/{id}/unlock': {
    kind: 'write',
    goal: write,
    peer: { sql: peers.unlock, goal: 1.25 },
    path: (turn) => `/v1/episodes/${lockedEpisode(turn)}/unlock`,
    body: () => ({}),
  },
  'POST /v1/watch': {
    kind: 'write',
    goal: write,
    peer: { sql: peers.watch, goal: peerGoal },
    path: () => '/v1/watch',
    body: (turn) => ({
      episodeId: freeEpisode(turn),
      startedAt: new Date(beganAt + turn.turn).toISOString(),
      secondsWatched: 30,
      completed: false,
    }),
  },
  'PUT /v1/series/{id}/save': {
    kind: 'write',
    goal: write,
    peer: { sql: peers.save, goal: peerGoal },
    path: (turn) => `/v1/series/${nextSeries(turn)}/save`,
  },
  'DELETE /v1/series/{id}/save': {
    kind: 'write',
    goal: write,
    path: ({ user, turn }) => `/v1/series/${seriesId((user * 17 + 37 * (1 + (turn % 6))) % published.series)}/save`,
  },
  'POST /v1/me/streak/claim': {
    kind: 'write',
    goal: write,
    peer: { sql: peers.streak, goal: peerGoal },
    before: 'update users set streak_last_claim = null where streak_last_claim is not null',
    path: () => '/v1/me/streak/claim',
  },
  'POST /v1/events': {
    kind: 'write',
    goal: write,
    note: 'five events',
    peer: { sql: peers.events, goal: peerGoal },
    // The job that makes the days does not run.
    before: `select keep_event_day((clock() at time zone 'UTC')::date - n) from generate_series(0, 1) n`,
    expect: '"accepted":5',
    path: () => '/v1/events',
    body: (turn) => ({
      events: Array.from({ length: 5 }, () => {
        const about = { name: 'played', at: new Date().toISOString(), episodeId: popularEpisode(turn) };
        return { id: newId(), ...about };
      }),
    }),
  },
  'POST /v1/comments': {
    kind: 'write',
    goal: write,
    peer: { sql: peers.comment, goal: peerGoal },
    path: () => '/v1/comments',
    body: (turn) => ({ episodeId: popularEpisode(turn), body: sentences[turn.turn % sentences.length] }),
  },
  'POST /v1/promos/redeem': {
    kind: 'write',
    goal: write,
    note: 'the most popular code is one in eight',
    peer: { sql: peers.redeem, goal: peerGoal },
    path: () => '/v1/promos/redeem',
    body: ({ random }) => ({ code: `BENCH${1 + popular(promoCodes, random)}` }),
  },
  'POST /v1/comments/{id}/report': {
    kind: 'write',
    path: ({ turn }) => `/v1/comments/${commentId(1 + ((turn * 7919) % commentCount))}/report`,
    body: () => ({ reason: 'spoiler' }),
  },
  'POST /v1/store/purchases': {
    kind: 'write',
    path: () => '/v1/store/purchases',
    body: (turn) => ({ sku: sku(turn), rail: railOf(turn) }),
  },
  'POST /v1/subscriptions/webhook/{rail}': {
    kind: 'write',
    note: 'a signed payment, stored and credited',
    token: 'none',
    peer: { sql: peers.payment, goal: 0.45 },
    path: () => '/v1/subscriptions/webhook/ios_store',
    body: ({ userId }) => {
      const payment = { transactionId: newId(), amountCents: 99, currency: 'USD', region: 'EG' };
      const data = { userId, productId: 'bench_1', ...payment };
      return { type: 'purchase.completed', occurredAt: '2026-03-01T12:00:00Z', data };
    },
    headers: (body) => signMessage([secret('payments')], { id: newId(), sentAt: new Date() }, Buffer.from(body)),
  },
  'PUT /v1/me': { kind: 'write', path: () => '/v1/me', body: ({ turn }) => ({ displayName: `Viewer ${turn}` }) },
  'PUT /v1/me/push': {
    kind: 'write',
    path: () => '/v1/me/push',
    before: 'update users set push_drops = true where not push_drops',
    body: ({ turn }) => ({ prefs: { drops: false, marketing: turn % 2 === 0 } }),
  },
  'POST /v1/me/push/opens': {
    kind: 'write',
    path: () => '/v1/me/push/opens',
    // Each user has a message with the id of the user.
    before: `with campaign as (
        insert into push_campaigns (id, title_i18n, body_i18n, category, created_by)
        select '01930000-0000-7000-8000-00000000be01', '{"en":"A"}', '{"en":"B"}', 'drops', id from admins limit 1
        on conflict do nothing returning id)
      insert into push_messages (id, campaign_id, user_id, subscription_id, status, outcome, next_attempt_at)
      select u.id, c.id, u.id, u.id, 'done', 'delivered', now() from users u cross join campaign c on conflict do nothing`,
    body: ({ userId }) => ({ message: userId }),
  },
  'POST /v1/auth/guest': {
    kind: 'write',
    goal: 0.05,
    token: 'none',
    peer: { sql: peers.guest, goal: peerGoal },
    path: () => '/v1/auth/guest',
    body: () => ({ deviceId: randomUUID(), platform: 'android', countryCode: 'ID', language: 'id' }),
  },
  'POST /v1/auth/register': {
    kind: 'write',
    note: 'hashing a password takes most of the time',
    token: 'none',
    path: () => '/v1/auth/register',
    body: () => ({ email: `${randomUUID()}@bench.example`, password, displayName: 'Layla' }),
  },
  'POST /v1/auth/login': {
    kind: 'write',
    note: 'hashing a password takes most of the time',
    token: 'none',
    path: () => '/v1/auth/login',
    // Every third user is a guest.
    body: ({ user }) => ({ email: `viewer${user % 3 === 0 ? user + 1 : user}@mail.example`, password }),
  },
  'POST /v1/auth/logout': { kind: 'write', token: 'fresh', path: () => '/v1/auth/logout' },
};

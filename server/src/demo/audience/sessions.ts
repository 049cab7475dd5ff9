import { insertComments } from '../../features/comments/sql.ts';
import type { ValidEvent } from '../../features/events/rules.ts';
import { insertEvents } from '../../features/events/sql.ts';
import { insufficientBalance } from '../../features/ledger/public.ts';
import { type NewWatch, putSaves, putWatches, type SaveKey } from '../../features/playback/sql.ts';
import { redeemMany } from '../../features/promos/redeem.actions.ts';
import { unlockMany } from '../../features/unlocks/actions.ts';
import { busy } from '../../kit/batch-queue.ts';
import type { Tx } from '../../kit/db/database.ts';
import { Refused } from '../../kit/errors.ts';
import { newId } from '../../kit/id.ts';
import { dayMs } from '../../kit/time.ts';
import { setClock } from '../history.ts';
import { campaignCode } from '../promos.ts';
import type { DemoSeries } from './catalog.ts';
import { sampleComments } from './comments.ts';
import type { Viewer } from './people.ts';
import type { Purchases } from './purchases.ts';
import type { SeededRandom } from './random.ts';

export interface Audience {
  readonly tx: Tx;
  readonly random: SeededRandom;
  readonly catalog: readonly DemoSeries[];
  readonly purchases: Purchases;
}

type Episode = DemoSeries['episodes'][number];

/** A viewer who is about to watch an episode. */
interface Watching {
  readonly viewer: Viewer;
  readonly series: DemoSeries;
  readonly episode: Episode;
}

const settings = { defaultCoinsPerEpisode: 10 };
const [stepMs, maxSteps] = [120_000, 8];
/** No session is longer. */
export const sessionMs = (maxSteps + 1) * stepMs;

/** Sessions of these viewers, who watch at the same time: each step is one batch of requests. */
export class Sessions {
  readonly #audience: Audience;
  readonly #watches: NewWatch[] = [];
  readonly #saves: SaveKey[] = [];
  readonly #events = new Map<string, ValidEvent[]>();

  constructor(audience: Audience) {
    this.#audience = audience;
  }

  async run(viewers: readonly Viewer[], from: number): Promise<void> {
    const { tx, random } = this.#audience;
    await this.#redeem(viewers, new Date(from));
    const patienceOf = ({ balance, engagement }: Viewer) => (balance > 0 ? 14 : 3) * (0.6 + 0.4 * engagement);
    const patience = new Map(viewers.map((viewer) => [viewer, -Math.log(1 - random.next()) * patienceOf(viewer)]));
    let active = [...viewers];
    let at = new Date(from);
    for (let step = 0; step < maxSteps && active.length > 0; step++) {
      at = new Date(from + step * stepMs);
      await setClock(tx, at.toISOString());
      for (const viewer of active) viewer.lastAt = at.getTime() + stepMs;
      const watching = active.flatMap((viewer) => this.#next(viewer, at));
      const allowed = await this.#unlock(watching, at);
      for (const one of allowed) await this.#watch(one, at);
      const staying = new Set(allowed.map(({ viewer }) => viewer));
      active = active.filter(
        (viewer) => (staying.has(viewer) || !viewer.current) && step < (patience.get(viewer) ?? 0),
      );
    }
    const end = new Date(at.getTime() + stepMs);
    await putWatches(tx, this.#watches, end);
    await putSaves(tx, this.#saves, end);
    const events = [...this.#events].map(([userId, ofViewer]) => ({ userId, events: ofViewer }));
    await insertEvents(tx, events, end);
  }

  /** Some enter the code of the campaign, which is refused before and after it. */
  async #redeem(viewers: readonly Viewer[], now: Date): Promise<void> {
    const { tx, random } = this.#audience;
    const trying = viewers.filter(({ hasRedeemed }) => !hasRedeemed && random.chance(0.45));
    if (trying.length === 0) return;
    const requests = trying.map(({ caller }) => ({ caller, body: { code: campaignCode } }));
    const outcomes = await redeemMany({ tx, now, wait: true }, requests);
    for (const [n, outcome] of outcomes.entries()) {
      const viewer = trying[n];
      if (!viewer || outcome === busy || outcome instanceof Refused) continue;
      viewer.hasRedeemed = true;
      viewer.balance = outcome.balanceTotal;
    }
  }

  #addEvent({ caller }: Viewer, name: string, at: Date, seriesId: string, episodeId: string | null = null): void {
    const event = { id: newId(), name, at: at.getTime(), seriesId, episodeId, props: null, isResolved: true };
    this.#events.set(caller.id, [...(this.#events.get(caller.id) ?? []), event]);
  }

  /** The next episode of the viewer's series, or the first one of a series whose preview they liked. */
  #next(viewer: Viewer, at: Date): Watching[] {
    if (!viewer.current) this.#choose(viewer, at);
    const { current } = viewer;
    const episode = current?.series.episodes[current.next];
    if (current && episode && episode.publishedAt <= at.getTime()) return [{ viewer, series: current.series, episode }];
    viewer.current = undefined;
    return [];
  }

  #choose(viewer: Viewer, at: Date): void {
    const { catalog, random } = this.#audience;
    const offered = catalog.filter(({ id, publishedAt }) => publishedAt < at.getTime() && !viewer.started.has(id));
    if (offered.length === 0) return;
    const series = random.weighted(offered, (one) => weightOf(one, viewer, at));
    this.#addEvent(viewer, 'preview_view', at, series.id);
    if (!random.chance(0.42)) return;
    viewer.started.add(series.id);
    viewer.current = { series, next: 0 };
    this.#addEvent(viewer, 'ep1_start', new Date(at.getTime() + 1_000), series.id, series.episodes[0]?.id);
  }

  /** Those who have access to their episode, or pay for it. The others abandon the series. */
  async #unlock(watching: readonly Watching[], at: Date): Promise<Watching[]> {
    const { random, purchases } = this.#audience;
    const isOpen = ({ viewer, series, episode }: Watching) =>
      episode.number <= series.freeEpisodes || viewer.unlocked.has(episode.id);
    const locked = watching.filter((one) => !isOpen(one));
    for (const { viewer, series, episode } of locked) this.#addEvent(viewer, 'paywall_hit', at, series.id, episode.id);
    const tried = await this.#pay(
      locked.filter(({ viewer }) => viewer.balance === 0 || random.chance(0.93)),
      at,
    );
    const buying = tried.short.filter(({ one, coins }) => random.chance(payingShare(one, coins))).map(({ one }) => one);
    const bought =
      buying.length > 0
        ? await purchases.buy(
            buying.map(({ viewer }) => viewer),
            at,
          )
        : [];
    const retried = await this.#pay(
      buying.filter((_, n) => bought[n]),
      at,
    );
    const paid = new Set([...tried.paid, ...retried.paid]);
    for (const one of locked) if (!paid.has(one)) one.viewer.current = undefined;
    return watching.filter((one) => isOpen(one) || paid.has(one));
  }

  /** Those who paid, and those with too few coins. */
  async #pay(wanted: readonly Watching[], now: Date) {
    const paid: Watching[] = [];
    const short: { readonly one: Watching; readonly coins: number }[] = [];
    if (wanted.length === 0) return { paid, short };
    const requests = wanted.map(({ viewer, episode }) => ({
      caller: viewer.caller,
      params: { id: episode.id },
      body: {},
    }));
    const outcomes = await unlockMany({ tx: this.#audience.tx, now, wait: true }, settings, requests);
    for (const [n, one] of wanted.entries()) {
      const outcome = outcomes[n];
      if (outcome instanceof Refused && outcome.spec === insufficientBalance) {
        short.push({ one, coins: Number(outcome.extras.coinsRequired) });
        continue;
      }
      if (outcome === undefined || outcome === busy || outcome instanceof Refused) {
        throw new Error('an unlock of the demo failed', { cause: outcome });
      }
      one.viewer.balance = outcome.balanceTotal;
      one.viewer.unlocked.add(one.episode.id);
      paid.push(one);
    }
    return { paid, short };
  }

  /** Watches the episode, and moves to the next one or abandons the series. */
  async #watch({ viewer, series, episode }: Watching, at: Date): Promise<void> {
    const { random } = this.#audience;
    const next = viewer.current?.next ?? 0;
    const length = 70 + ((episode.number * 37 + series.title.length * 13) % 40);
    const completed = random.chance(Math.min(0.96, series.retention - 0.16 + 0.03 * Math.min(next, 5)));
    const secondsWatched = completed ? length : random.integer(5, length - 10);
    const startedAt = new Date(at.getTime() + 4_000);
    const endedAt = new Date(startedAt.getTime() + secondsWatched * 1_000);
    const watch = { userId: viewer.caller.id, episodeId: episode.id, startedAt, endedAt, secondsWatched, completed };
    this.#watches.push(watch);
    const hasPaid = next >= series.freeEpisodes;
    const completedShare = Math.min(0.98, series.retention + (hasPaid ? 0.06 : 0));
    const stays = random.chance(completed ? completedShare : hasPaid ? 0.85 : 0.5);
    viewer.current = stays ? { series, next: next + (completed ? 1 : 0) } : undefined;
    if (completed) await this.#saveOrComment({ viewer, series, episode }, endedAt);
  }

  async #saveOrComment({ viewer, series, episode }: Watching, at: Date): Promise<void> {
    const { tx, random } = this.#audience;
    const { caller, name, market } = viewer;
    if (episode.number === 2 && random.chance(0.3)) this.#saves.push({ userId: caller.id, seriesId: series.id });
    if (name === null || !random.chance(0.012)) return;
    const body = random.pick(sampleComments[market.language]);
    await insertComments(tx, [{ id: newId(), episodeId: episode.id, userId: caller.id, body }], at);
  }
}

/** New series and series in the language of the viewer are chosen more often. */
function weightOf(series: DemoSeries, { market }: Viewer, at: Date): number {
  const age = (at.getTime() - series.publishedAt) / dayMs;
  const isUnderstood = series.languages.includes(market.language);
  return series.appeal * (1 + 1.8 * Math.exp(-age / 12)) * (isUnderstood ? 1 : 0.15);
}

/** Fewer pay for what costs more. Once they have paid for a series, the price matters less. */
const payingShare = ({ series, episode }: Watching, coins: number): number =>
  episode.number === series.freeEpisodes + 1
    ? series.payingShare * (8 / coins) ** 0.45
    : 0.96 * Math.min(1, (8 / coins) ** 0.15);

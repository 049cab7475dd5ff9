import { dayMs } from '../../kit/time.ts';
import type { DemoCatalog, DemoEpisode, DemoSeries } from './catalog.ts';
import { sampleComments } from './comments.ts';
import { type Buyer, buy } from './payments.ts';
import { date } from './rows.ts';

/** Coins for everyone who enters the code while the promo runs. */
export interface CoinPromo {
  readonly id: string;
  readonly coins: number;
  readonly from: number;
  readonly before: number;
}

/** A user, and the state of what they watch. */
export interface Viewer extends Buyer {
  readonly catalog: DemoCatalog;
  readonly promo: CoinPromo | undefined;
  readonly started: Set<string>;
  readonly unlocked: Set<string>;
  current: { readonly series: DemoSeries; readonly next: number } | undefined;
  hasRedeemed: boolean;
  /** The end of the last session; nothing of theirs happens before it. */
  lastAt: number;
}

/** One session: some previews, and some episodes of the series that was chosen. */
export function runSession(viewer: Viewer, at: number): void {
  const { random, person, now } = viewer;
  redeem(viewer, at - 5_000);
  let time = viewer.current ? at : choose(viewer, at);
  const patience = viewer.wallet.total > 0 ? 14 : 3;
  const limit = 1 + Math.floor(-Math.log(1 - random.next()) * patience * (0.6 + 0.4 * person.engagement));
  for (let seen = 0; seen < limit && viewer.current && time < now; seen++) time = watchNext(viewer, time);
  viewer.lastAt = Math.max(viewer.lastAt, Math.min(time, now));
}

function redeem(viewer: Viewer, at: number): void {
  const { promo, rows, wallet, random, person } = viewer;
  if (!promo || at < promo.from || at >= promo.before || at < person.joinedAt) return;
  if (!random.chance(0.45) || viewer.hasRedeemed) return;
  viewer.hasRedeemed = true;
  const id = random.id(at);
  const eventId = wallet.move(
    { at, key: `promo:${id}`, reason: 'promo_grant', refType: 'promo', refId: promo.id },
    { paid: 0, bonus: promo.coins, counterPaid: 'source_promo', counterBonus: 'source_promo' },
  );
  rows.tables.promo_redemptions.push({
    user_id: person.id,
    id,
    promo_id: promo.id,
    coins_granted: promo.coins,
    event_id: eventId,
    used_at: date(at),
    created_at: date(at),
  });
}

function addEvent(
  { rows, random, person }: Viewer,
  at: number,
  name: string,
  seriesId: string,
  episodeId?: string,
): void {
  rows.tables.viewer_events.push({
    user_id: person.id,
    id: random.id(at),
    at: date(at),
    name,
    series_id: seriesId,
    episode_id: episodeId ?? null,
    received_at: date(at),
  });
}

/** New series and series in the language of the viewer are chosen more often. */
function weightOf(series: DemoSeries, { market }: Viewer['person'], at: number): number {
  const age = (at - series.publishedAt) / dayMs;
  const isUnderstood = series.languages.includes(market.language);
  return series.appeal * (1 + 1.8 * Math.exp(-age / 12)) * (isUnderstood ? 1 : 0.15);
}

/** Views previews until a series is started. Returns the time after that. */
function choose(viewer: Viewer, at: number): number {
  const { catalog, started, random, person, now } = viewer;
  const offered = catalog.series.filter(({ id, publishedAt }) => publishedAt < at && !started.has(id));
  let time = at;
  for (let preview = 0; preview < 3 && offered.length > 0 && time < now; preview++) {
    const series = random.weighted(offered, (one) => weightOf(one, person, time));
    addEvent(viewer, time, 'preview_view', series.id);
    time += random.integer(8_000, 40_000);
    if (!random.chance(0.42) || time >= now) continue;
    started.add(series.id);
    viewer.current = { series, next: 0 };
    addEvent(viewer, time, 'ep1_start', series.id, series.episodes[0]?.id);
    return time + 1_000;
  }
  return time;
}

/** Watches the next episode, or abandons the series. Returns the time after that. */
function watchNext(viewer: Viewer, at: number): number {
  const { current, random, rows } = viewer;
  const episode = current?.series.episodes[current.next];
  if (!current || !episode || episode.publishedAt > at || !unlock(viewer, current.series, episode, at)) {
    viewer.current = undefined;
    return at + 5_000;
  }
  const { series, next } = current;
  const length = 70 + ((episode.number * 37 + series.title.length * 13) % 55);
  const completed = random.chance(Math.min(0.96, series.retention - 0.16 + 0.03 * Math.min(next, 5)));
  const seconds = completed ? length : random.integer(5, length - 10);
  const startedAt = at + 4_000;
  const end = startedAt + seconds * 1_000;
  if (end >= viewer.now) return viewer.now;
  rows.tables.watches.push({
    user_id: viewer.person.id,
    id: random.id(startedAt),
    episode_id: episode.id,
    started_at: date(startedAt),
    ended_at: date(end),
    seconds_watched: seconds,
    completed,
    created_at: date(end),
    updated_at: date(end),
  });
  if (completed) saveOrComment(viewer, series, episode, end);
  continueSeries(viewer, completed);
  return end + random.integer(2_000, 9_000);
}

/** Some viewers abandon the series, most of them after an episode that they did not complete. */
function continueSeries(viewer: Viewer, completed: boolean): void {
  const { current, random } = viewer;
  if (!current) return;
  const hasPaid = current.next >= current.series.freeEpisodes;
  const completedShare = Math.min(0.98, current.series.retention + (hasPaid ? 0.06 : 0));
  const stays = random.chance(completed ? completedShare : hasPaid ? 0.85 : 0.5);
  viewer.current = stays ? { ...current, next: current.next + (completed ? 1 : 0) } : undefined;
}

function saveOrComment({ rows, random, person }: Viewer, series: DemoSeries, episode: DemoEpisode, at: number): void {
  const { id: userId, name, market } = person;
  if (episode.number === 2 && random.chance(0.3)) {
    rows.tables.series_saves.push({ user_id: userId, series_id: series.id, created_at: date(at) });
  }
  if (name === null || !random.chance(0.012)) return;
  const written = date(at + 9_000);
  const body = random.pick(sampleComments[market.language]);
  const comment = { id: random.id(at + 9_000), episode_id: episode.id, user_id: userId, body };
  rows.tables.comments.push({ ...comment, created_at: written, updated_at: written });
}

/** Whether the viewer has access to the episode, or pays for it. */
function unlock(viewer: Viewer, series: DemoSeries, episode: DemoEpisode, at: number): boolean {
  const { catalog, person, unlocked, random, wallet, rows, now } = viewer;
  const { coins, source } = catalog.priceOf(series, episode, person.market.country, at);
  if (coins === 0 || unlocked.has(episode.id)) return true;
  const isFirst = episode.number === series.freeEpisodes + 1;
  addEvent(viewer, at, 'paywall_hit', series.id, episode.id);
  // Fewer pay for what costs more. Once they have paid for a series, the price matters less.
  const usual = isFirst ? series.payingShare * (8 / coins) ** 0.45 : 0.96 * Math.min(1, (8 / coins) ** 0.15);
  if (!random.chance(wallet.total < coins ? usual : Math.max(usual, 0.9))) return false;
  const paidAt = at + 2_000;
  if (paidAt >= now) return false;
  if (wallet.total < coins && !buy(viewer, at + 500)) {
    // A refund may lie in the future; nothing else happens before it.
    viewer.lastAt = Math.max(viewer.lastAt, wallet.movements.at(-1)?.event.created_at.getTime() ?? 0);
    return false;
  }
  const id = random.id(paidAt);
  const cause = { at: paidAt, key: `unlock:${id}`, reason: 'unlock', refType: 'episode', refId: episode.id };
  const eventId = wallet.spend(cause, coins, 'sink_unlock');
  unlocked.add(episode.id);
  const price = { coins, price_source: source, event_id: eventId };
  rows.tables.unlocks.push({ user_id: person.id, id, episode_id: episode.id, ...price, created_at: date(paidAt) });
  return true;
}

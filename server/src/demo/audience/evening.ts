import { dayMs } from '../../kit/time.ts';
import { type Buyer, buy } from './paying.ts';
import { remarks } from './remarks.ts';
import type { EventRow } from './rows.ts';
import type { DemoCatalog, ShelfEpisode, ShelfSeries } from './shelf.ts';

/** Coins for everyone who has its code, while it lasts. */
export interface CoinPromo {
  readonly id: string;
  readonly coins: number;
  readonly from: number;
  readonly before: number;
}

/** Someone in front of the app: what they are in the middle of, and what they have opened. */
export interface Viewing extends Buyer {
  readonly shelf: DemoCatalog;
  readonly promo: CoinPromo | undefined;
  readonly begun: Set<string>;
  readonly opened: Set<string>;
  current: { readonly series: ShelfSeries; readonly next: number } | undefined;
  /** When they were last there; nothing of theirs happens before it. */
  lastAt: number;
}

/** One visit: a few previews, and some episodes of the series that caught them. */
export function spendEvening(viewing: Viewing, at: number): void {
  const { chance, person, now } = viewing;
  redeem(viewing, at - 5_000);
  let moment = viewing.current ? at : choose(viewing, at);
  const patience = viewing.wallet.total > 0 ? 14 : 3;
  const most = 1 + Math.floor(-Math.log(1 - chance.next()) * patience * (0.6 + 0.4 * person.keen));
  for (let seen = 0; seen < most && viewing.current && moment < now; seen++) moment = watchNext(viewing, moment);
  viewing.lastAt = Math.max(viewing.lastAt, Math.min(moment, now));
}

/** Many who come while the promo lasts have heard of it, and take it once. */
function redeem({ promo, rows, wallet, chance, person }: Viewing, at: number): void {
  if (!promo || at < promo.from || at >= promo.before || at < person.joinedAt) return;
  if (!chance.is(0.45) || wallet.movements.some(({ refId }) => refId === promo.id)) return;
  const id = chance.id(at);
  const cause = { at, key: `promo:${id}`, reason: 'promo_grant', refType: 'promo', refId: promo.id };
  const given = { paid: 0, bonus: promo.coins, counterPaid: 'source_promo', counterBonus: 'source_promo' };
  const eventId = wallet.move(cause, given);
  rows.redemptions.push({ id, userId: person.id, promoId: promo.id, coins: promo.coins, eventId, at });
}

function tell({ rows, chance, person }: Viewing, at: number, event: Pick<EventRow, 'name' | 'seriesId' | 'episodeId'>) {
  rows.events.push({ id: chance.id(at), userId: person.id, at, ...event });
}

/** What is new is liked better, and so is what speaks one's language. */
function drawOf(series: ShelfSeries, { market }: Viewing['person'], at: number): number {
  const age = (at - series.publishedAt) / dayMs;
  const isUnderstood = series.languages.includes(market.language);
  return series.appeal * (1 + 1.8 * Math.exp(-age / 12)) * (isUnderstood ? 1 : 0.15);
}

/** Looks at previews until one of them is worth beginning. Answers when that was. */
function choose(viewing: Viewing, at: number): number {
  const { shelf, begun, chance, person, now } = viewing;
  const offered = shelf.series.filter(({ id, publishedAt }) => publishedAt < at && !begun.has(id));
  let moment = at;
  for (let look = 0; look < 3 && offered.length > 0 && moment < now; look++) {
    const series = chance.weighted(offered, (one) => drawOf(one, person, moment));
    tell(viewing, moment, { name: 'preview_view', seriesId: series.id, episodeId: null });
    moment += chance.whole(8_000, 40_000);
    if (!chance.is(0.42) || moment >= now) continue;
    begun.add(series.id);
    viewing.current = { series, next: 0 };
    tell(viewing, moment, { name: 'ep1_start', seriesId: series.id, episodeId: series.episodes[0]?.id ?? null });
    return moment + 1_000;
  }
  return moment;
}

/** Watches the next episode, or gives the series up. Answers when that is over. */
function watchNext(viewing: Viewing, at: number): number {
  const { current, chance } = viewing;
  const episode = current?.series.episodes[current.next];
  if (!current || !episode || episode.publishedAt > at || !open(viewing, current.series, episode, at)) {
    viewing.current = undefined;
    return at + 5_000;
  }
  const { series, next } = current;
  const length = 70 + ((episode.number * 37 + series.title.length * 13) % 55);
  // Those who have paid or come far want to know how it goes on.
  const completed = chance.is(Math.min(0.96, series.hold - 0.16 + 0.03 * Math.min(next, 5)));
  const seconds = completed ? length : chance.whole(5, length - 10);
  const startedAt = at + 4_000;
  const end = startedAt + seconds * 1_000;
  if (end >= viewing.now) return viewing.now;
  viewing.rows.watches.push({
    id: chance.id(startedAt),
    userId: viewing.person.id,
    episodeId: episode.id,
    startedAt,
    seconds,
    completed,
  });
  if (completed) afterEpisode(viewing, series, episode, end);
  goOn(viewing, completed);
  return end + chance.whole(2_000, 9_000);
}

/** Some leave for good, most after an episode that they did not see to its end. */
function goOn(viewing: Viewing, completed: boolean): void {
  const { current, chance } = viewing;
  if (!current) return;
  const hasPaid = current.next >= current.series.freeEpisodes;
  const stays = completed ? Math.min(0.98, current.series.hold + (hasPaid ? 0.06 : 0)) : hasPaid ? 0.85 : 0.5;
  viewing.current = chance.is(stays) ? { ...current, next: current.next + (completed ? 1 : 0) } : undefined;
}

function afterEpisode({ rows, chance, person }: Viewing, series: ShelfSeries, episode: ShelfEpisode, at: number): void {
  const { id: userId, name, market } = person;
  if (episode.number === 2 && chance.is(0.3)) rows.saves.push({ userId, seriesId: series.id, at });
  if (name === null || !chance.is(0.012)) return;
  rows.comments.push({
    id: chance.id(at + 9_000),
    userId,
    episodeId: episode.id,
    at: at + 9_000,
    body: chance.pick(remarks[market.language]),
  });
}

/** Whether an episode can be watched: it costs nothing, was opened before, or is paid for now. */
function open(viewing: Viewing, series: ShelfSeries, episode: ShelfEpisode, at: number): boolean {
  const { shelf, person, opened, chance, wallet, rows, now } = viewing;
  const { coins, source } = shelf.priceOf(series, episode, person.market.country, at);
  if (coins === 0 || opened.has(episode.id)) return true;
  const isFirst = episode.number === series.freeEpisodes + 1;
  tell(viewing, at, { name: 'paywall_hit', seriesId: series.id, episodeId: episode.id });
  // Fewer pay for what costs more; whoever has begun to pay goes on for longer than a price would hold them.
  const usual = isFirst ? series.worth * (8 / coins) ** 0.45 : 0.96 * Math.min(1, (8 / coins) ** 0.15);
  const wants = wallet.total < coins ? usual : Math.max(usual, 0.9);
  if (!chance.is(wants)) return false;
  const paidAt = at + 2_000;
  if (paidAt >= now) return false;
  if (wallet.total < coins && buy(viewing, at + 500) !== 'bought') return stopped(viewing);
  const id = chance.id(paidAt);
  const cause = { at: paidAt, key: `unlock:${id}`, reason: 'unlock', refType: 'episode', refId: episode.id };
  const eventId = wallet.spend(cause, coins, 'sink_unlock');
  opened.add(episode.id);
  rows.unlocks.push({ id, userId: person.id, episodeId: episode.id, coins, source, eventId, at: paidAt });
  return true;
}

/** What was given back in the meantime comes before anything else that they do. */
function stopped(viewing: Viewing): false {
  viewing.lastAt = Math.max(viewing.lastAt, viewing.wallet.movements.at(-1)?.at ?? 0);
  return false;
}

import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { dayMs, hourMs } from '../../kit/time.ts';
import type { DemoCatalog } from './catalog.ts';
import { isWeekend, localDay, timeOn } from './markets.ts';
import { chargeTwice, doubleCharge, type Package } from './payments.ts';
import type { AudienceSize, Person } from './people.ts';
import type { SeededRandom } from './random.ts';
import { type AudienceRows, date, emptyRows } from './rows.ts';
import { type CoinPromo, runSession, type Viewer } from './session.ts';
import { Wallet } from './wallet.ts';

export interface Simulation {
  readonly random: SeededRandom;
  readonly size: AudienceSize;
  readonly catalog: DemoCatalog;
  readonly packages: ReadonlyMap<string, Package>;
  readonly promo: CoinPromo | undefined;
  readonly now: number;
}

/** The service answers requests after each so many people. */
const peopleAtATime = 40;

/** Everything that these people did until now. */
export async function simulate(people: readonly Person[], simulation: Simulation): Promise<AudienceRows> {
  const rows = emptyRows();
  for (const person of people) {
    if (person.index % peopleAtATime === 0) await yieldToOthers();
    simulatePerson(person, rows, simulation);
  }
  return rows;
}

/** Most people return the next day or never, and a few for months. */
function simulatePerson(person: Person, rows: AudienceRows, { size, ...simulation }: Simulation): void {
  const { random, now } = simulation;
  const { market, joinedAt } = person;
  const wallet = new Wallet(person.id, random);
  const viewer: Viewer = {
    ...simulation,
    person,
    rows,
    wallet,
    current: undefined,
    hasRedeemed: false,
    lastAt: joinedAt,
    started: new Set<string>(),
    unlocked: new Set<string>(),
  };
  const [first, last] = [localDay(market, joinedAt), localDay(market, now)];
  runSession(viewer, joinedAt + random.integer(20_000, 200_000));
  for (let day = first + 1; day <= last; day++) {
    const share = returnShare(person, day - first, isWeekend(market, day), (first - last + size.days) / size.days);
    // A balance brings people back.
    if (!random.chance(share * (wallet.total > 20 ? 1.7 : 1))) continue;
    const time = timeOn(market, day, random);
    if (time > viewer.lastAt + 60_000 && time < now) runSession(viewer, time);
  }
  if (size.users >= doubleCharge.leastUsers && isChargedTwice(viewer)) chargeTwice(viewer);
  rows.movements.push(...wallet.movements);
  rows.seen.push({ user_id: person.id, at: date(viewer.lastAt), balance: wallet.total });
}

/** Whether this is one of the people who are charged twice: they pay, and had no session since. */
function isChargedTwice({ person, rows, lastAt, now }: Viewer): boolean {
  const charged = rows.tables.provider_refunds.filter(({ reason }) => reason === doubleCharge.reason).length;
  const canPay = person.pays !== 'never' && person.market.country === doubleCharge.country;
  return canPay && lastAt < now - 14 * hourMs && lastAt > now - 20 * dayMs && charged < doubleCharge.people;
}

/** The probability of a session so many days after the first one; retention improves with `progress`. */
function returnShare({ engagement, pays }: Person, days: number, isFree: boolean, progress: number): number {
  const usual = 0.36 * engagement * days ** -0.55 * (0.85 + 0.35 * progress);
  return Math.min(0.9, usual * (isFree ? 1.25 : 0.92) * { never: 0.8, little: 1.9, much: 3.5 }[pays]);
}

import { setImmediate as others } from 'node:timers/promises';
import { dayMs, hourMs } from '../../kit/time.ts';
import type { SeededRandom } from './chance.ts';
import { type CoinPromo, spendEvening, type Viewing } from './evening.ts';
import { isWeekend, localDay, momentOn } from './markets.ts';
import { incident, type Package, payTwice } from './paying.ts';
import type { AudienceSize, Person } from './people.ts';
import { noRows, type Rows } from './rows.ts';
import type { DemoCatalog } from './shelf.ts';
import { Wallet } from './wallet.ts';

export interface Stage {
  readonly chance: SeededRandom;
  readonly size: AudienceSize;
  readonly shelf: DemoCatalog;
  readonly packages: ReadonlyMap<string, Package>;
  readonly promo: CoinPromo | undefined;
  readonly now: number;
}

/** After so many people others have a turn: the service answers while this goes on. */
const peopleAtATime = 40;

/** Everything that these people did up to now, in the order of its moments. */
export async function simulate(people: readonly Person[], stage: Stage): Promise<Rows> {
  const rows = noRows();
  for (const person of people) {
    if (person.index % peopleAtATime === 0) await others();
    live(person, rows, stage);
  }
  rows.watches.sort((one, other) => one.startedAt - other.startedAt);
  for (const list of [
    rows.movements,
    rows.payments,
    rows.unlocks,
    rows.events,
    rows.redemptions,
    rows.comments,
    rows.saves,
  ]) {
    list.sort((one, other) => one.at - other.at);
  }
  return rows;
}

/** One person from their first day on: most come back the next day or never, and a few for months. */
function live(person: Person, rows: Rows, { chance, size, shelf, packages, promo, now }: Stage): void {
  const wallet = new Wallet(person.id, chance);
  const viewing: Viewing = {
    person,
    rows,
    chance,
    shelf,
    packages,
    promo,
    now,
    wallet,
    current: undefined,
    lastAt: person.joinedAt,
    begun: new Set<string>(),
    opened: new Set<string>(),
  };
  const { market, joinedAt } = person;
  const [first, last] = [localDay(market, joinedAt), localDay(market, now)];
  spendEvening(viewing, joinedAt + chance.whole(20_000, 200_000));
  for (let day = first + 1; day <= last; day++) {
    const usual = returnShare(person, day - first, isWeekend(market, day), (first - last + size.days) / size.days);
    // Coins that are left bring people back.
    if (!chance.is(usual * (wallet.total > 20 ? 1.7 : 1))) continue;
    const moment = momentOn(market, day, chance);
    if (moment > viewing.lastAt + 60_000 && moment < now) spendEvening(viewing, moment);
  }
  if (size.users >= incident.leastUsers && isStruck(viewing)) payTwice(viewing);
  rows.movements.push(...wallet.movements);
  rows.seen.push({ userId: person.id, at: viewing.lastAt, balance: wallet.total });
}

/** Whether someone was among those whom the incident cost twice: they pay, and were not there since. */
function isStruck({ person, rows, lastAt, now }: Viewing): boolean {
  const struck = rows.payments.filter(({ refund }) => refund?.reason === 'charged_twice').length;
  const canPay = person.pays !== 'never' && person.market.country === incident.country;
  return canPay && lastAt < now - 14 * hourMs && lastAt > now - 20 * dayMs && struck < incident.people;
}

/** How likely someone is there so many days after the first; those who came later found a better app. */
function returnShare({ keen, pays }: Person, days: number, isFree: boolean, progress: number): number {
  const usual = 0.36 * keen * days ** -0.55 * (0.85 + 0.35 * progress);
  return Math.min(0.9, usual * (isFree ? 1.25 : 0.92) * { never: 0.8, little: 1.9, much: 3.5 }[pays]);
}

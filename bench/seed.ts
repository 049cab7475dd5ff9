import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/**
 * A world for the benchmarks, poured in by COPY: ten movements of coins for each user, in the order in which they would
 * have come, so that the rows of a user lie apart as they do in life; and a few users more, with a long history.
 */

const movementsEach = 10;
const movementsOfDeep = 10_000;
/** As many as a wallet shows: the same reply as that of a long history. */
const movementsOfShallow = 20;
export const countries = ['ID', 'EG', 'US', 'SA', 'MY', 'TR', 'GH', 'BR'];
export const names = ['Layla', 'Budi', 'Anna', 'Omar', 'Putri', 'Kwame', 'Sofia', 'Deniz'];
const began = Date.UTC(2025, 0, 1);
const dayMs = 86_400_000;
const nothing = '\\N';
/** When coins moved: after everyone had come, spread evenly over so many days. */
export const movementDays = { first: began + 301 * dayMs, count: 360 };

const hex = (n: number): string => n.toString(16).padStart(12, '0');
/** The nth user's id. */
export const userId = (n: number): string => `01900000-0000-7000-8000-${hex(n)}`;
/** Room for long histories after the ids of all others. */
const eventId = ({ users }: World, n: number, k: number): string => {
  const deep = (users + 1) * 16 + (n - users) * movementsOfDeep + k;
  return `01900000-0000-7000-9000-${hex(n <= users ? n * 16 + k : deep)}`;
};
const time = (ms: number): string => new Date(ms).toISOString();
const line = (...fields: (string | number | boolean)[]): string => `${fields.join('\t')}\n`;

const isGuest = (n: number): boolean => n % 3 === 0;
/** One user in twenty thousand is from a country that few are from. */
const countryOf = (n: number): string => (n % 20_000 === 7 ? 'IS' : (countries[n % countries.length] ?? ''));
const languageOf = (n: number): string => ['id', 'ar', 'en'][n % 3] ?? '';
/** What a sign-in would write into the token of the nth user. */
export const holderOf = (n: number) => ({ countryCode: countryOf(n), language: languageOf(n), isGuest: isGuest(n) });
const createdAt = (n: number): number => began + (n % 300) * dayMs + (n % 86_400) * 1000;

/** Every odd movement gives coins, a user's own number of them; every even one takes 40. */
const gift = (n: number): number => 100 + (n % 977);
const amountOf = (n: number, k: number): number => (k % 2 === 1 ? gift(n) : -40);
const totalAfter = (n: number, k: number): number => gift(n) * Math.ceil(k / 2) - 40 * Math.floor(k / 2);

interface World {
  readonly users: number;
  /** So many more have a long history, and as many after them a short one that fills a wallet all the same. */
  readonly deepUsers: number;
}

interface Target {
  readonly table: string;
  readonly columns: string;
  readonly rows: (world: World) => Iterable<string>;
}

function* everyUser({ users, deepUsers }: World): Iterable<number> {
  for (let n = 1; n <= users + 2 * deepUsers; n++) yield n;
}

function movementsOf({ users, deepUsers }: World, n: number): number {
  if (n <= users) return movementsEach;
  return n <= users + deepUsers ? movementsOfDeep : movementsOfShallow;
}

/** Those of most users come one round of all after the other, as they are poured in. */
function movedAt(world: World, n: number, k: number): number {
  const part = (k - 1 + (n % (world.users + 1)) / (world.users + 1)) / movementsOf(world, n);
  return Math.floor(movementDays.first + part * movementDays.count * dayMs);
}

/** Who, and their how manieth movement. */
function* everyMovement(world: World): Iterable<[n: number, k: number]> {
  const { users, deepUsers } = world;
  for (let k = 1; k <= movementsEach; k++) for (let n = 1; n <= users; n++) yield [n, k];
  for (let k = 1; k <= movementsOfDeep; k++) {
    for (let n = users + 1; n <= users + 2 * deepUsers; n++) if (k <= movementsOf(world, n)) yield [n, k];
  }
}

const targets: readonly Target[] = [
  {
    table: 'users',
    columns: 'id, is_guest, email, display_name, phone_e164, country_code, language, auth_provider, created_at',
    *rows(world) {
      for (const n of everyUser(world)) {
        const contact = isGuest(n)
          ? [nothing, nothing, nothing]
          : [
              `viewer${n}@mail.example`,
              `${names[n % names.length]} ${n}`,
              n % 3 === 1 ? `+62${String(n).padStart(10, '8')}` : nothing,
            ];
        const language = languageOf(n);
        const provider = isGuest(n) ? 'guest' : 'password';
        yield line(userId(n), isGuest(n), ...contact, countryOf(n), language, provider, time(createdAt(n)));
      }
    },
  },
  {
    table: 'ledger.events',
    columns: 'id, user_id, idem_key, reason, ref_type, ref_id, created_at, paid_change, bonus_change',
    *rows(world) {
      for (const [n, k] of everyMovement(world)) {
        const cause = k % 2 === 1 ? ['apology_seed', 'adjustment'] : ['unlock', 'episode'];
        const at = time(movedAt(world, n, k));
        yield line(eventId(world, n, k), userId(n), `seed:${k}`, ...cause, 'seed', at, 0, amountOf(n, k));
      }
    },
  },
  {
    table: 'ledger.entries',
    columns: 'user_id, event_id, leg, account, amount, seq, total',
    *rows(world) {
      for (const [n, k] of everyMovement(world)) {
        const amount = amountOf(n, k);
        const counter = k % 2 === 1 ? 'source_support_grant' : 'sink_unlock';
        yield line(userId(n), eventId(world, n, k), 1, 'wallet_bonus', amount, k, totalAfter(n, k));
        yield line(userId(n), eventId(world, n, k), 2, counter, -amount, nothing, nothing);
      }
    },
  },
  {
    table: 'user_listing',
    columns: 'user_id, status, country_code, is_guest, created_at, total_spend_cents',
    *rows(world) {
      for (const n of everyUser(world)) {
        const spend = ((n * 7919) % 4096) * 7;
        yield line(userId(n), 'active', countryOf(n), isGuest(n), time(createdAt(n)), spend);
      }
    },
  },
  {
    table: 'user_last_seen',
    columns: 'user_id, last_seen_at',
    *rows(world) {
      for (const n of everyUser(world)) {
        yield line(userId(n), n % 5 === 0 ? nothing : time(createdAt(n) + (n % 40) * dayMs));
      }
    },
  },
  {
    table: 'user_balances',
    columns: 'user_id, balance_total',
    *rows(world) {
      for (const n of everyUser(world)) {
        yield line(userId(n), totalAfter(n, movementsOf(world, n)));
      }
    },
  },
];

const counted = `
  insert into user_counts (status, country_code, is_guest, day, shard, users)
  select status, coalesce(country_code, ''), is_guest, (created_at at time zone 'UTC')::date, 0, count(*)
  from users group by 1, 2, 3, 4`;

/** Lines in pieces of a size that the socket likes. */
function* pieces(lines: Iterable<string>): Iterable<string> {
  let piece = '';
  for (const text of lines) {
    piece += text;
    if (piece.length < 65_536) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

export async function seed(superuserUrl: string, world: World, say: (line: string) => void): Promise<void> {
  // The triggers are off while the rows are poured in: what they would write is poured in too, and proved afterwards.
  const client = new pg.Client({ connectionString: superuserUrl, options: '-c session_replication_role=replica' });
  await client.connect();
  try {
    // One transaction, because an entry is sealed to the transaction of its event.
    await client.query('begin');
    for (const { table, columns, rows } of targets) {
      const began = performance.now();
      const into = client.query(copyFrom(`copy ${table} (${columns}) from stdin`));
      await pipeline(Readable.from(pieces(rows(world))), into);
      say(
        `  ${table}: ${into.rowCount.toLocaleString('en')} rows in ${((performance.now() - began) / 1000).toFixed(0)} s`,
      );
    }
    await client.query(counted);
    await client.query('commit');
    await client.query('vacuum (analyze)');
  } finally {
    await client.end();
  }
}

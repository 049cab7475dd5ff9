import { newId } from '../../src/kit/id.ts';

/** Writes to the ledger's tables past its one way in, and by what each is refused. */

export interface LedgerFixture {
  readonly viewer: string;
  readonly other: string;
  /** An event of the viewer that is over, with a bonus row (number 1, total 40) and a paid one (number 1, total 60). */
  readonly old: { readonly id: string; readonly xid: string; readonly key: string };
}

const event = ({ viewer }: LedgerFixture, id: string, more: Record<string, string | number> = {}): string => {
  const cause = {
    id,
    user_id: viewer,
    idem_key: `forged:${id}`,
    reason: 'forged',
    ref_type: 'forged',
    ref_id: 'forged',
  };
  const all = { ...cause, paid_change: 0, bonus_change: 5, ...more };
  const [columns, values] = [Object.keys(all), Object.values(all)];
  return `insert into ledger.events (${columns.join()}) values (${values.map((value) => `'${value}'`).join()})`;
};

interface Row {
  account: string;
  amount: number;
  seq?: number;
  total?: number;
}

interface Disguise {
  /** The transaction that the rows claim to come from. */
  xid?: string;
  firstLeg?: number;
}

const entries = (
  { viewer }: LedgerFixture,
  eventId: string,
  rows: Row[],
  { xid, firstLeg = 10 }: Disguise = {},
): string => {
  const claim = xid === undefined ? { column: '', value: '' } : { column: ', xid', value: `, '${xid}'` };
  const values = rows.map(
    ({ account, amount, seq, total }, index) =>
      `('${viewer}', '${eventId}', ${index + firstLeg}, '${account}', ${amount}, ${seq ?? 'null'}, ${total ?? 'null'}${claim.value})`,
  );
  return `insert into ledger.entries (user_id, event_id, leg, account, amount, seq, total${claim.column}) values ${values.join()}`;
};

export const bonus = (amount: number, seq: number, total: number): Row => ({
  account: 'wallet_bonus',
  amount,
  seq,
  total,
});
export const source = (amount: number): Row => ({ account: 'source_promo', amount });
export const id = (): string => newId();

/** An event and its rows in one statement, as the ledger's own way in writes them. */
export function eventWithRows(
  scene: LedgerFixture,
  eventId: string,
  rows: Row[],
  says: Record<string, number> = {},
): string[] {
  const change = (wallet: string): number =>
    rows.reduce((sum, { account, amount }) => (account === wallet ? sum + amount : sum), 0);
  const changes = { paid_change: change('wallet_paid'), bonus_change: change('wallet_bonus'), ...says };
  return [`with made as (${event(scene, eventId, changes)}) ${entries(scene, eventId, rows, { firstLeg: 1 })}`];
}

/** What a thief or a careless function might write, and by what it is refused when the owner of the tables does. */
export const forgeries: readonly [name: string, statements: (scene: LedgerFixture) => string[], refusal: object][] = [
  ['coins out of nowhere', (scene) => eventWithRows(scene, id(), [bonus(5, 2, 45)]), { constraint: 'ledger_zero_sum' }],
  [
    'two sides that differ',
    (scene) => eventWithRows(scene, id(), [bonus(5, 2, 45), source(-4)]),
    { constraint: 'ledger_zero_sum' },
  ],
  ['an event without rows', (scene) => [event(scene, id())], { constraint: 'ledger_zero_sum' }],
  [
    'an event whose rows come after it',
    (scene) => {
      const late = id();
      return [event(scene, late), entries(scene, late, [bonus(5, 2, 45), source(-5)])];
    },
    { constraint: 'ledger_zero_sum' },
  ],
  [
    'rows whose event comes after them',
    (scene) => {
      const early = id();
      return [entries(scene, early, [bonus(5, 2, 45), source(-5)]), event(scene, early)];
    },
    { constraint: 'entries_sealed' },
  ],
  [
    'one side more to an event of this very transaction',
    (scene) => {
      const eventId = id();
      return [
        ...eventWithRows(scene, eventId, [bonus(5, 2, 45), source(-5)]),
        entries(scene, eventId, [bonus(7, 3, 52)]),
      ];
    },
    { constraint: 'entries_at_once' },
  ],
  [
    'a balanced pair more to an event of this very transaction',
    (scene) => {
      const eventId = id();
      const pair = [bonus(5, 3, 50), source(-5)];
      return [...eventWithRows(scene, eventId, [bonus(5, 2, 45), source(-5)]), entries(scene, eventId, pair)];
    },
    { constraint: 'entries_at_once' },
  ],
  [
    'the same, beginning with the first row again',
    (scene) => {
      const eventId = id();
      const pair = [bonus(5, 3, 50), source(-5)];
      return [
        ...eventWithRows(scene, eventId, [bonus(5, 2, 45), source(-5)]),
        entries(scene, eventId, pair, { firstLeg: 1 }),
      ];
    },
    { constraint: 'entries_pk' },
  ],
  [
    'an event that says it gave more than its rows do',
    (scene) => eventWithRows(scene, id(), [bonus(5, 2, 45), source(-5)], { bonus_change: 6 }),
    { constraint: 'events_change' },
  ],
  [
    'an event that says it changed the other wallet',
    (scene) => eventWithRows(scene, id(), [bonus(5, 2, 45), source(-5)], { paid_change: 5, bonus_change: 0 }),
    { constraint: 'events_change' },
  ],
  [
    'an event that hides what it took behind what it gave',
    (scene) => eventWithRows(scene, id(), [bonus(5, 2, 45), source(-5)], { paid_change: -5 }),
    { constraint: 'events_change' },
  ],
  [
    'an event that does not say what it changed',
    (scene) =>
      eventWithRows(scene, id(), [bonus(5, 2, 45), source(-5)]).map((text) => text.replace(/'0','5'\)/, `null,'5')`)),
    { code: '23502', column: 'paid_change' },
  ],
  [
    'coins for someone who does not exist',
    (scene) => {
      const nobody = id();
      return eventWithRows(scene, id(), [bonus(5, 1, 5), source(-5)]).map((text) =>
        text.replaceAll(scene.viewer, nobody),
      );
    },
    { constraint: 'events_user_fk' },
  ],
  [
    'rows of one user for the event of another',
    (scene) => {
      const eventId = id();
      return [
        `with made as (${event(scene, eventId).replace(scene.viewer, scene.other)}) ${entries(scene, eventId, [bonus(5, 2, 45), source(-5)])}`,
      ];
    },
    { constraint: 'entries_sealed' },
  ],
  [
    'a balanced pair added to an event that is over',
    (scene) => [entries(scene, scene.old.id, [bonus(5, 2, 45), source(-5)])],
    { constraint: 'entries_sealed' },
  ],
  [
    'the same, in the name of the transaction that made the event',
    (scene) => [entries(scene, scene.old.id, [bonus(5, 2, 45), source(-5)], { xid: scene.old.xid })],
    { constraint: 'entries_sealed' },
  ],
  [
    'an event in the name of another transaction',
    (scene) => {
      const disguised = id();
      const rows = entries(scene, disguised, [bonus(5, 2, 45), source(-5)], { xid: scene.old.xid });
      return [`with made as (${event(scene, disguised, { xid: scene.old.xid })}) ${rows}`];
    },
    { constraint: 'entries_sealed' },
  ],
  [
    'a gap in the numbering',
    (scene) => eventWithRows(scene, id(), [bonus(5, 3, 45), source(-5)]),
    { constraint: 'ledger_chain' },
  ],
  [
    'a number that was used',
    (scene) => eventWithRows(scene, id(), [bonus(5, 1, 45), source(-5)]),
    { constraint: 'entries_chain' },
  ],
  [
    'a wrong running total',
    (scene) => eventWithRows(scene, id(), [bonus(5, 2, 999), source(-5)]),
    { constraint: 'ledger_chain' },
  ],
  [
    'an overdraft',
    (scene) => eventWithRows(scene, id(), [bonus(-50, 2, -10), source(50)]),
    { constraint: 'entries_no_overdraft' },
  ],
  [
    'an overdraft that hides behind a wrong total',
    (scene) => eventWithRows(scene, id(), [bonus(-50, 2, 10), source(50)]),
    { constraint: 'ledger_chain' },
  ],
  [
    'wallet rows without a number',
    (scene) => eventWithRows(scene, id(), [{ account: 'wallet_bonus', amount: 5 }, source(-5)]),
    { constraint: 'entries_numbered' },
  ],
  [
    'an account that nobody knows',
    (scene) => eventWithRows(scene, id(), [bonus(5, 2, 45), { account: 'source_thin_air', amount: -5 }]),
    { constraint: 'entries_account' },
  ],
  [
    'a row of zero coins',
    (scene) => eventWithRows(scene, id(), [source(0), source(0)]),
    { constraint: 'entries_amount' },
  ],
  [
    'more coins than there can be',
    (scene) => eventWithRows(scene, id(), [bonus(1_000_000_001, 2, 1_000_000_041), source(-1_000_000_001)]),
    { constraint: 'entries_amount' },
  ],
  [
    'a second event under a key that was used',
    (scene) => [event(scene, id()).replace(/forged:[\w-]+/, scene.old.key)],
    { constraint: 'events_once' },
  ],
];

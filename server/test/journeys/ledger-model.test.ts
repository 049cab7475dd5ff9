import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AdminActor, makeAdminActor } from '../harness/actor.ts';
import { giveCoins, ledgerViolations, makeViewer, moveCoins, type Viewer } from '../harness/viewer.ts';
import { openWorld } from '../harness/world.ts';

/**
 * Random stories of coins, told to the service and to a model of two whole numbers for each user. After every step the
 * two must agree, whichever way the service is asked. `MODEL_RUNS` makes it longer.
 */

const world = await openWorld();
const [support, finance, treasurer] = [
  await makeAdminActor(world, 'support'),
  await makeAdminActor(world, 'finance'),
  await makeAdminActor(world, 'finance'),
];
const runs = Number(process.env.MODEL_RUNS ?? 5);
const longest = runs > 5 ? 60 : 20;

interface Book {
  paid: number;
  bonus: number;
  status: 'active' | 'suspended' | 'banned';
  grantedToday: number;
}
interface Model {
  books: Book[];
  pending: { user: number; amount: number; ref: string }[];
}
interface Real {
  viewers: Viewer[];
}
type Command = fc.AsyncCommand<Model, Real>;

interface Answer {
  kind?: string;
  approvalId?: string;
  balanceTotal?: number;
  error?: string;
  status?: string;
}

const at = <T>(list: readonly T[], index: number): T => {
  const value = list[index];
  if (value === undefined) throw new Error('nobody is there');
  return value;
};

const take = (book: Book, coins: number): void => {
  const bonus = Math.min(coins, book.bonus);
  book.bonus -= bonus;
  book.paid -= coins - bonus;
};

/** Asks the service in every way that it has about a user. */
async function mustAgree({ books }: Model, { viewers }: Real, user: number): Promise<void> {
  const [book, viewer] = [at(books, user), at(viewers, user)];
  const balanceTotal = book.paid + book.bonus;
  const [wallet, detail, ledger, list] = await Promise.all([
    viewer.get('/v1/wallet'),
    support.get(`/admin/users/${viewer.id}`),
    support.get<{ items: { amount: number }[] }>(`/admin/users/${viewer.id}/ledger?limit=200`),
    support.get<{ items: { balanceTotal: number; status: string }[] }>(`/admin/users?q=${viewer.id}`),
  ]);
  const expected = { balanceTotal, balancePaid: book.paid, balanceBonus: book.bonus };
  if (book.status === 'active') expect(wallet.body).toMatchObject(expected);
  else expect(wallet.body).toMatchObject({ statusCode: 403, error: `user_${book.status}` });
  expect(detail.body).toMatchObject({ ...expected, status: book.status });
  expect(ledger.body.items.reduce((sum, { amount }) => sum + amount, 0)).toBe(balanceTotal);
  expect(list.body.items).toMatchObject([{ balanceTotal, status: book.status }]);
}

/** A step that is always possible to try; `run` says what the model expects, refusals included. */
const step = (name: string, user: number, run: (model: Model, real: Real) => Promise<void>): Command => ({
  check: () => true,
  run: async (model, real) => {
    await run(model, real);
    await mustAgree(model, real, user);
  },
  toString: () => name,
});

const adjust = (by: AdminActor, real: Real, user: number, body: object) =>
  by.post<Answer>(`/admin/users/${at(real.viewers, user).id}/wallet/adjust`, body);

function grant(user: number, amount: number, byFinance: boolean): Command {
  return step(`grant(${user}, ${amount}${byFinance ? ', finance' : ''})`, user, async (model, real) => {
    const book = at(model.books, user);
    const body = { amount, direction: 'grant', reason: 'apology_model' };
    const answer = await adjust(byFinance ? finance : support, real, user, body);
    if (book.status === 'banned') return expect(answer.body.error).toBe('user_banned');
    if (amount > 2000) {
      expect(answer.body).toMatchObject({ kind: 'approval_pending', reason: 'amount_exceeds_threshold' });
      const ref = answer.body.approvalId ?? '';
      model.pending.push({ user, amount, ref });
      return;
    }
    const capRemaining = Math.max(0, 500 - book.grantedToday);
    if (!byFinance && amount > capRemaining) {
      return expect(answer.body).toEqual({ statusCode: 400, error: 'support_daily_cap_exceeded', capRemaining });
    }
    book.bonus += amount;
    book.grantedToday += amount;
    expect(answer.body).toMatchObject({ kind: 'applied', balanceTotal: book.paid + book.bonus });
  });
}

function deduct(user: number, amount: number): Command {
  return step(`deduct(${user}, ${amount})`, user, async (model, real) => {
    const book = at(model.books, user);
    const answer = await adjust(support, real, user, { amount, direction: 'deduct', reason: 'fraud_recoup' });
    if (book.status === 'banned') return expect(answer.body.error).toBe('user_banned');
    if (amount > book.paid + book.bonus) {
      return expect(answer.body).toMatchObject({ error: 'insufficient_balance', balanceTotal: book.paid + book.bonus });
    }
    take(book, amount);
    expect(answer.body.balanceTotal).toBe(book.paid + book.bonus);
  });
}

function spend(user: number, amount: number): Command {
  return step(`spend(${user}, ${amount})`, user, async (model, real) => {
    const book = at(model.books, user);
    const posted = await moveCoins(world, { userId: at(real.viewers, user).id, spend: amount, counter: 'sink_unlock' });
    const enough = amount <= book.paid + book.bonus;
    if (enough) take(book, amount);
    expect(posted).toMatchObject({ outcome: enough ? 'posted' : 'insufficient', paid: book.paid, bonus: book.bonus });
  });
}

function buy(user: number, paid: number, bonus: number): Command {
  return step(`buy(${user}, ${paid} + ${bonus})`, user, async (model, real) => {
    await giveCoins(world, at(real.viewers, user).id, { paid, bonus });
    const book = at(model.books, user);
    book.paid += paid;
    book.bonus += bonus;
  });
}

function decide(which: number, approve: boolean): Command {
  return {
    check: ({ pending }) => pending.length > 0,
    run: async (model, real) => {
      const index = which % model.pending.length;
      const { user, amount, ref } = at(model.pending, index);
      const book = at(model.books, user);
      const url = `/admin/approvals/${ref}/${approve ? 'approve' : 'reject'}`;
      const answer = await treasurer.post<Answer>(url, approve ? {} : { reason: 'not this time' });
      if (approve && book.status === 'banned') expect(answer.body.error).toBe('user_banned');
      else {
        expect(answer.body.status).toBe(approve ? 'approved' : 'rejected');
        model.pending.splice(index, 1);
        book.bonus += approve ? amount : 0;
        book.grantedToday += approve ? amount : 0;
      }
      await mustAgree(model, real, user);
    },
    toString: () => `${approve ? 'approve' : 'reject'}(${which})`,
  };
}

const moves = {
  suspend: { from: ['active'], to: 'suspended', body: { reason: 'spam' } },
  ban: { from: ['active', 'suspended'], to: 'banned', body: { reason: 'fraud' } },
  reactivate: { from: ['suspended', 'banned'], to: 'active', body: { note: 'appeal accepted' } },
} as const;

function change(user: number, move: keyof typeof moves): Command {
  return step(`${move}(${user})`, user, async (model, real) => {
    const book = at(model.books, user);
    const { to, body } = moves[move];
    const allowed = moves[move].from.some((status) => status === book.status);
    const answer = await support.post<Answer>(`/admin/users/${at(real.viewers, user).id}/${move}`, body);
    if (!allowed) {
      return expect(answer.body).toMatchObject({ error: 'invalid_transition', currentState: book.status });
    }
    book.status = to;
    expect(answer.body.status).toBe(to);
  });
}

const users = 2;
const user = fc.nat(users - 1);
const coins = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constantFrom(500, 501, 2000, 2001, 2500));
const commands = [
  fc.tuple(user, coins, fc.boolean()).map((parts) => grant(...parts)),
  fc.tuple(user, coins).map((parts) => deduct(...parts)),
  fc.tuple(user, coins).map((parts) => spend(...parts)),
  fc.tuple(user, fc.nat(200), fc.integer({ min: 1, max: 50 })).map((parts) => buy(...parts)),
  fc.tuple(fc.nat(9), fc.boolean()).map((parts) => decide(...parts)),
  fc
    .tuple(user, fc.constantFrom('suspend' as const, 'ban' as const, 'reactivate' as const))
    .map((parts) => change(...parts)),
];

it(
  'Whatever is done with coins, in whatever order, the service and two whole numbers agree',
  async () => {
    const story = fc.asyncProperty(fc.commands(commands, { maxCommands: longest, size: 'max' }), async (steps) => {
      const viewers = await Promise.all(Array.from({ length: users }, () => makeViewer(world)));
      const books = viewers.map((): Book => ({ paid: 0, bonus: 0, status: 'active', grantedToday: 0 }));
      await fc.asyncModelRun(() => ({ model: { books, pending: [] }, real: { viewers } }), steps);
      // Nothing is ever taken out of the books, so that what went wrong in them is still there at the end.
      expect(await ledgerViolations(world)).toEqual([]);
    });
    await expect(fc.assert(story, { numRuns: runs })).resolves.toBeUndefined();
  },
  30 * 60_000,
);

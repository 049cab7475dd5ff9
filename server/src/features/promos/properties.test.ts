import { expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { completePurchase, makePromo, openWindow, promoViolations } from '../../../test/harness/promos.ts';
import { seededRandom } from '../../../test/harness/random.ts';
import { ledgerViolations, makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';

/** Random operations on a promo. `MODEL_RUNS` sets the number of runs. */

const world = await openWorld();
const finance = await makeAdminActor(world, 'finance');
const random = seededRandom(20_261_116);
const steps = 8 * Number(process.env.MODEL_RUNS ?? 8);

/** The expected state of a promo. */
interface Model {
  readonly id: string;
  readonly code: string;
  readonly type: 'coin_grant' | 'bonus_multiplier';
  readonly amount: number;
  readonly multiplier: number;
  readonly most: number;
  maxUses: number;
  budget: number;
  spent: number;
  isOpen: boolean;
  readonly uses: Map<string, number>;
}

const closed = { start: '2020-01-01T00:00:00Z', end: '2020-02-01T00:00:00Z' };

async function anyPromo(): Promise<Model> {
  const type = random.pick(['coin_grant', 'bonus_multiplier'] as const);
  const [amount, maxUses, budget] = [1 + random.below(40), 1 + random.below(3), 40 + random.below(200)];
  const [multiplier, most] = [random.pick([1.1, 1.15, 1.5, 2, 3.33]), 5 + random.below(60)];
  const terms = type === 'coin_grant' ? { amount } : { multiplier, max_bonus_coins: most };
  const config = { ...terms, max_uses_per_user: maxUses };
  const made = await makePromo(finance, { type, config, budgetCoins: budget });
  return { ...made, type, amount, multiplier, most, maxUses, budget, spent: 0, isOpen: true, uses: new Map() };
}

function expected({ type, amount, maxUses, budget, spent, isOpen, uses }: Model, userId: string): string | undefined {
  if (!isOpen) return 'promo_expired';
  if (budget - spent < (type === 'coin_grant' ? amount : 1)) return 'promo_budget_exhausted';
  return (uses.get(userId) ?? 0) >= maxUses ? 'promo_max_uses_reached' : undefined;
}

it('responses, budgets, uses and coins follow the terms after every step', async () => {
  const promos: Model[] = [];
  while (promos.length < 5) promos.push(await anyPromo());
  const viewers = await Promise.all(Array.from({ length: 4 }, () => makeViewer(world)));
  const bonus = new Map(viewers.map(({ id }) => [id, 0]));
  const waiting = new Map<string, Model[]>(viewers.map(({ id }) => [id, []]));

  const redeem = async (promo: Model) => {
    const viewer = random.pick(viewers);
    const why = expected(promo, viewer.id);
    const { body } = await viewer.post<{ error?: string; balanceTotal?: number }>('/v1/promos/redeem', {
      code: promo.code,
    });
    expect(body.error, JSON.stringify(promo)).toBe(why);
    if (why !== undefined) return;
    promo.uses.set(viewer.id, (promo.uses.get(viewer.id) ?? 0) + 1);
    const coins = promo.type === 'coin_grant' ? promo.amount : 0;
    promo.spent += coins;
    bonus.set(viewer.id, (bonus.get(viewer.id) ?? 0) + coins);
    if (promo.type === 'bonus_multiplier') waiting.get(viewer.id)?.push(promo);
    expect(body.balanceTotal).toBe(bonus.get(viewer.id));
  };
  const buy = async () => {
    const { id } = random.pick(viewers);
    const coins = 1 + random.below(150);
    const promo = waiting.get(id)?.shift();
    const used = await completePurchase(world, id, coins);
    expect(used?.promoId).toBe(promo?.id);
    if (!promo) return;
    const extra = Math.floor((coins * Math.round((promo.multiplier - 1) * 100)) / 100);
    const given = Math.min(extra, promo.most, promo.budget - promo.spent);
    expect(used?.coins).toBe(given);
    promo.spent += given;
    bonus.set(id, (bonus.get(id) ?? 0) + given);
  };
  const edit = async (promo: Model) => {
    const budgetCoins = random.below(300);
    const isOpen = random.below(4) > 0;
    const least = Math.max(promo.spent, promo.type === 'coin_grant' ? promo.amount : 0);
    const change = { budgetCoins, window: isOpen ? openWindow : closed };
    const { status } = await finance.put(`/admin/promos/${promo.id}`, change, { changesNothing: true });
    expect(status).toBe(budgetCoins < least ? 400 : 200);
    if (status === 200) Object.assign(promo, { budget: budgetCoins, isOpen });
  };

  for (let step = 0; step < steps; step++) {
    const promo = random.pick(promos);
    await random.pick([redeem, redeem, redeem, buy, buy, edit])(promo);
    const shown = (await finance.get<{ spent_coins: number }>(`/admin/promos/${promo.code}`)).body;
    expect(shown.spent_coins).toBe(promo.spent);
  }
  expect(await promoViolations(world)).toEqual([]);
  expect(await ledgerViolations(world)).toEqual([]);
});

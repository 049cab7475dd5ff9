import type { SeededRandom } from './chance.ts';

export interface Entry {
  readonly leg: number;
  readonly account: string;
  readonly amount: number;
  /** Only the rows of wallets are numbered, and know what they lead to. */
  readonly seq: number | null;
  readonly total: number | null;
}

export interface Movement {
  readonly id: string;
  readonly userId: string;
  readonly at: number;
  readonly key: string;
  readonly reason: string;
  readonly refType: string;
  readonly refId: string;
  readonly paid: number;
  readonly bonus: number;
  readonly entries: readonly Entry[];
}

export type Cause = Pick<Movement, 'at' | 'key' | 'reason' | 'refType' | 'refId'>;

export interface Change {
  readonly paid: number;
  readonly bonus: number;
  /** Where the coins come from or go to. */
  readonly counterPaid: string;
  readonly counterBonus: string;
}

/** The coins of one user, and the movements that led there, with the rows that the ledger would have written. */
export class Wallet {
  readonly movements: Movement[] = [];
  readonly #userId: string;
  readonly #chance: SeededRandom;
  readonly #held = { paid: { seq: 0, total: 0 }, bonus: { seq: 0, total: 0 } };

  constructor(userId: string, chance: SeededRandom) {
    this.#userId = userId;
    this.#chance = chance;
  }

  get total(): number {
    return this.#held.paid.total + this.#held.bonus.total;
  }

  /** Answers the id of the movement. */
  move(cause: Cause, { paid, bonus, counterPaid, counterBonus }: Change): string {
    const id = this.#chance.id(cause.at);
    const entries = [
      ...(bonus === 0 ? [] : [this.#step('bonus', 1, bonus), outside(2, counterBonus, -bonus)]),
      ...(paid === 0 ? [] : [this.#step('paid', bonus === 0 ? 1 : 3, paid), outside(4, counterPaid, -paid)]),
    ];
    this.movements.push({ id, userId: this.#userId, ...cause, paid, bonus, entries });
    return id;
  }

  /** Given coins are spent first. */
  spend(cause: Cause, coins: number, counter: string): string {
    const bonus = Math.min(coins, this.#held.bonus.total);
    return this.move(cause, {
      paid: 0 - (coins - bonus),
      bonus: 0 - bonus,
      counterPaid: counter,
      counterBonus: counter,
    });
  }

  #step(kind: 'paid' | 'bonus', leg: number, amount: number): Entry {
    const held = this.#held[kind];
    held.seq += 1;
    held.total += amount;
    return { leg, account: `wallet_${kind}`, amount, seq: held.seq, total: held.total };
  }
}

const outside = (leg: number, account: string, amount: number): Entry => ({
  leg,
  account,
  amount,
  seq: null,
  total: null,
});

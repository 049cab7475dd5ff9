import type { SeededRandom } from './random.ts';
import { date, type Movement, type Row } from './rows.ts';

/** What a movement is for; `key` is unique for each user. */
export interface Cause {
  readonly at: number;
  readonly key: string;
  readonly reason: string;
  readonly refType: string;
  readonly refId: string;
}

export interface Change {
  readonly paid: number;
  readonly bonus: number;
  /** The accounts on the other side. */
  readonly counterPaid: string;
  readonly counterBonus: string;
}

/** The coins of one user, and the rows that the ledger would have written for their movements. */
export class Wallet {
  readonly movements: Movement[] = [];
  readonly #userId: string;
  readonly #random: SeededRandom;
  readonly #balances = { paid: { seq: 0, total: 0 }, bonus: { seq: 0, total: 0 } };

  constructor(userId: string, random: SeededRandom) {
    this.#userId = userId;
    this.#random = random;
  }

  get total(): number {
    return this.#balances.paid.total + this.#balances.bonus.total;
  }

  /** Returns the id of the movement. */
  move({ at, key, reason, refType, refId }: Cause, { paid, bonus, counterPaid, counterBonus }: Change): string {
    const id = this.#random.id(at);
    const entries = [
      ...(bonus === 0 ? [] : this.#pair(id, 1, 'bonus', bonus, counterBonus)),
      ...(paid === 0 ? [] : this.#pair(id, bonus === 0 ? 1 : 3, 'paid', paid, counterPaid)),
    ];
    const event = {
      id,
      user_id: this.#userId,
      idem_key: key,
      reason,
      ref_type: refType,
      ref_id: refId,
      created_at: date(at),
      paid_change: paid,
      bonus_change: bonus,
    };
    this.movements.push({ event, entries });
    return id;
  }

  /** Takes bonus coins first. */
  spend(cause: Cause, coins: number, counter: string): string {
    const bonus = Math.min(coins, this.#balances.bonus.total);
    const paid = 0 - (coins - bonus);
    return this.move(cause, { paid, bonus: 0 - bonus, counterPaid: counter, counterBonus: counter });
  }

  /** The entry of the wallet, which has a number and the new balance, and the one of the other account. */
  #pair(eventId: string, leg: number, kind: 'paid' | 'bonus', amount: number, counter: string): Row[] {
    const balance = this.#balances[kind];
    balance.seq += 1;
    balance.total += amount;
    const event = { user_id: this.#userId, event_id: eventId };
    return [
      { ...event, leg, account: `wallet_${kind}`, amount, seq: balance.seq, total: balance.total },
      { ...event, leg: kind === 'bonus' ? 2 : 4, account: counter, amount: -amount, seq: null, total: null },
    ];
  }
}

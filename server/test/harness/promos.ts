import { expect } from 'vitest';
import { newId } from '../../src/kit/id.ts';
import type { AdminActor } from './actor.ts';

/** Promos as an admin makes them. */

export interface PromoOptions {
  code?: string;
  type?: 'coin_grant' | 'bonus_multiplier' | 'trial_ext';
  config?: object;
  budgetCoins?: number;
  window?: { start: string; end: string };
  segmentId?: string | null;
}

export const always = { start: '2020-01-01T00:00:00Z', end: '2099-01-01T00:00:00Z' };

export interface MadePromo {
  readonly id: string;
  readonly code: string;
}

/** By default 50 coins, once for each user. */
export async function promoIn(admin: AdminActor, options: PromoOptions = {}): Promise<MadePromo> {
  const code = `T-${newId().slice(-12)}`.toUpperCase();
  const usual = { code, type: 'coin_grant', config: { amount: 50 }, budgetCoins: 10_000, window: always };
  const { status, body } = await admin.post<MadePromo>('/admin/promos', { ...usual, ...options });
  expect(status, JSON.stringify(body)).toBe(201);
  return { id: body.id, code: body.code };
}

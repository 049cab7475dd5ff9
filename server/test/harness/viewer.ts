import { sql } from 'kysely';
import { expect } from 'vitest';
import { type Movement, type PostedMovement, postMany, type Source } from '../../src/features/ledger/public.ts';
import { newId } from '../../src/kit/id.ts';
import { createTokens, type Holder } from '../../src/kit/tokens.ts';
import { Actor, password, passwordHash } from './actor.ts';
import type { World } from './world.ts';

/** Those who use the app. */

export interface Viewer extends Actor {
  readonly id: string;
  readonly token: string;
}

export interface ViewerOptions {
  email?: string | null;
  phoneE164?: string;
  displayName?: string | null;
  countryCode?: string | null;
  isGuest?: boolean;
  createdAt?: string;
}

export { password };

/** A user of the app with a token, put there without asking the service to hash a password each time. */
export async function makeViewer(world: World, options: ViewerOptions = {}): Promise<Viewer> {
  const id = newId();
  const { isGuest = false, createdAt, countryCode = 'EG' } = options;
  const email = isGuest ? null : (options.email ?? `${id}@viewers.example`);
  await world.database.db
    .insertInto('users')
    .values({
      id,
      is_guest: isGuest,
      auth_provider: isGuest ? 'guest' : 'password',
      password_hash: isGuest ? null : passwordHash,
      email,
      phone_e164: options.phoneE164 ?? null,
      display_name: options.displayName ?? null,
      country_code: countryCode,
      ...(createdAt !== undefined && { created_at: createdAt }),
    })
    .execute();
  const token = await userToken(world, id, { holder: { countryCode, language: null, isGuest } });
  return Object.assign(new Actor(world, { authorization: `Bearer ${token}` }), { id, token });
}

/** The coins that a viewer sees in each of their wallets. */
export async function walletOf(viewer: Viewer): Promise<{ paid: number; bonus: number }> {
  const { body } = await viewer.get<{ balancePaid: number; balanceBonus: number }>('/v1/wallet');
  return { paid: body.balancePaid, bonus: body.balanceBonus };
}

export interface UserTokenOptions {
  version?: number;
  issuedAt?: Date;
  lifetimeS?: number;
  holder?: Holder;
}

/** A token as signing in to the app would give it. */
export async function userToken(world: World, userId: string, options: UserTokenOptions = {}): Promise<string> {
  const { version = 1, issuedAt = new Date(), lifetimeS = 30 * 86_400 } = options;
  const iat = Math.floor(issuedAt.getTime() / 1000);
  const { holder } = options;
  const claims = {
    sub: userId,
    token_version: version,
    jti: newId(),
    iat,
    exp: iat + lifetimeS,
    ...(holder && { holder }),
  };
  return createTokens(world.config.secrets.userJwt, 'user').sign(claims);
}

/** Moves coins as another feature would. */
export async function moveCoins(
  world: World,
  movement: Partial<Movement> & { userId: string },
): Promise<PostedMovement> {
  const ref = newId();
  const cause = { reason: 'test', refType: 'test', refId: ref, key: `test:${ref}` };
  const [posted] = await world.database.transaction((tx) => postMany(tx, [{ ...cause, ...movement }], { wait: true }));
  if (!posted) throw new Error('the ledger did not answer');
  return posted;
}

/** Coins that a request of a user spends. */
export const spendMovement = (userId: string, spend: number, causeId: string): Movement => ({
  userId,
  spend,
  counter: 'sink_unlock',
  reason: 'test',
  refType: 'test',
  refId: causeId,
  key: causeId,
});

/** Gives a user coins that were bought, and coins that were not. */
export async function giveCoins(world: World, userId: string, coins: { paid?: number; bonus?: number }): Promise<void> {
  const { paid = 0, bonus = 0 } = coins;
  const iap: Source = 'source_iap_test';
  const posted = await moveCoins(world, {
    userId,
    reason: 'iap',
    paid: { amount: paid, counter: iap },
    bonus: { amount: bonus, counter: 'source_bonus' },
  });
  expect(posted.outcome).toBe('posted');
}

/** What is never true of the books, as rows: what an event does not net to, an empty one, a wallet below zero. */
export async function ledgerViolations(world: World): Promise<object[]> {
  const { rows } = await sql<{ what: string; id: string }>`
    select 'does not net to zero' as what, event_id::text as id from ledger.entries
      group by user_id, event_id having sum(amount) <> 0 or count(*) < 2
    union all
    select 'has no rows', e.id::text from ledger.events e
      where not exists (select from ledger.entries n where n.user_id = e.user_id and n.event_id = e.id)
    union all
    select account || ' is below zero', user_id::text from ledger.entries where seq is not null
      group by user_id, account having sum(amount) < 0 or min(total) < 0
    union all
    select 'is listed with another balance', b.user_id::text from user_balances b
      where b.balance_total <> coalesce((select sum(amount) from ledger.entries n
        where n.user_id = b.user_id and n.seq is not null), 0)`.execute(world.database.db);
  return rows;
}

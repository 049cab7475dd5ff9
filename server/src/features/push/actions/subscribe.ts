import { refuse, validationFailed } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { type PushEdit, type User, type UserRow, updatePush } from '../../users/public.ts';
import type { PushInfo } from '../gateways.ts';
import { maxDevices } from '../rules.ts';
import { deleteSubscriptions, putSubscription } from '../subscriptions.sql.ts';

export interface PushChoice {
  prefs?: PushEdit;
  subscription?: { endpoint: string; keys: { p256dh: string; auth: string } } | null;
}

/** Keeps which pushes a user wants, and the device that takes them; null forgets all devices. */
export async function choosePushes(
  ctx: Ctx<User>,
  { prefs = {}, subscription }: PushChoice,
  push: PushInfo,
): Promise<UserRow> {
  // Locks the user, and refuses one who was banned or signed out meanwhile.
  const user = await updatePush(ctx, prefs);
  if (subscription === null) await deleteSubscriptions(ctx.tx, user.id);
  if (!subscription) return user;
  const given = { endpoint: subscription.endpoint, ...plainKeys(subscription.keys) };
  const fault = push.faultOf(given);
  if (fault) refuse(validationFailed, { details: [fault] });
  await putSubscription(ctx.tx, user.id, given, maxDevices, ctx.now);
  return user;
}

/** As base64url without padding, however a client writes it. */
function plainKeys({ p256dh, auth }: { p256dh: string; auth: string }) {
  const plain = (text: string) => Buffer.from(text, 'base64url').toString('base64url');
  return { p256dh: plain(p256dh), auth: plain(auth) };
}

import type { Static } from 'typebox';
import { refuse, validationFailed } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { type User, type UserRow, updatePush } from '../../users/public.ts';
import { pushNotConfigured } from '../errors.ts';
import type { PushDevice, PushInfo } from '../gateways.ts';
import { maxDevices } from '../rules.ts';
import type { GivenDevice, PushBody } from '../schema.ts';
import { deleteSubscriptions, putSubscription } from '../sql.ts';

/** Updates preferences, and registers the device; `null` removes all devices. */
export async function choosePushes(
  ctx: Ctx<User>,
  { prefs = {}, subscription }: Static<typeof PushBody>,
  push: PushInfo,
): Promise<UserRow> {
  // Locks the user, and checks that they are still signed in.
  const user = await updatePush(ctx, prefs);
  if (subscription === null) await deleteSubscriptions(ctx.tx, user.id);
  if (!subscription) return user;
  const given = deviceOf(subscription);
  if (!push.kinds.includes(given.kind) && given.kind !== 'web') refuse(pushNotConfigured);
  const fault = push.faultOf(given);
  if (fault) refuse(validationFailed, { details: [fault] });
  await putSubscription(ctx.tx, user.id, given, maxDevices, ctx.now);
  return user;
}

function deviceOf(given: GivenDevice): PushDevice {
  if (!('token' in given)) return { kind: 'web', endpoint: given.endpoint, ...plainKeys(given.keys) };
  const { kind, token } = given;
  // The same token in other letters is the same phone.
  return { kind, endpoint: kind === 'apns' ? token.toLowerCase() : token };
}

/** Normalizes to base64url without padding. */
function plainKeys({ p256dh, auth }: { p256dh: string; auth: string }) {
  const plain = (text: string) => Buffer.from(text, 'base64url').toString('base64url');
  return { p256dh: plain(p256dh), auth: plain(auth) };
}

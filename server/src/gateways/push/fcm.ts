import { Type } from 'typebox';
import { parseOrUndefined } from '../../kit/http/validate.ts';
import { ProviderCallFailed } from '../payments/failures.ts';
import { createTokenSource, readServiceAccount } from '../service-account.ts';
import {
  type Phone,
  type PushAnswer,
  type PushChannel,
  type PushMessage,
  requestMs,
  retryAfterMs,
  retryAnswer,
} from './channel.ts';

/** Firebase Cloud Messaging, HTTP v1. */

export interface FcmOptions {
  /** The key file of a service account of the project, in JSON. */
  readonly serviceAccount: string;
  /** Without a slash at the end. */
  readonly baseUrl?: string;
}

const fcmUrl = 'https://fcm.googleapis.com';
const scope = 'https://www.googleapis.com/auth/firebase.messaging';
/** The pause after 429 if the service names none. */
const defaultPauseMs = 60_000;
const gone = new Set(['UNREGISTERED', 'SENDER_ID_MISMATCH']);

const readFailure = parseOrUndefined(
  Type.Object({
    error: Type.Object({
      details: Type.Optional(Type.Array(Type.Object({ errorCode: Type.Optional(Type.String()) }))),
    }),
  }),
);

/** Whether this is the key file of a service account that belongs to a project. */
export const isFcmAccount = (text: string): boolean => readServiceAccount(text)?.projectId !== undefined;

function messageFor(token: string, { content, topic, ttlS, isUrgent }: PushMessage) {
  const { title, body, picture, data, ...fields } = content;
  return {
    message: {
      token,
      notification: { title, body, ...(picture !== undefined && { image: picture }) },
      // Only texts are allowed.
      data: { ...fields, ...(data && { data: JSON.stringify(data) }) },
      android: {
        collapse_key: topic,
        ttl: `${ttlS}s`,
        priority: isUrgent ? 'HIGH' : 'NORMAL',
        notification: { tag: content.tag },
      },
    },
  };
}

function errorCodeOf(text: string): string | undefined {
  try {
    const details = readFailure(JSON.parse(text))?.error.details ?? [];
    return details.find(({ errorCode }) => errorCode !== undefined)?.errorCode;
  } catch {
    return undefined;
  }
}

export function createFcm({ serviceAccount, baseUrl = fcmUrl }: FcmOptions): PushChannel<Phone> {
  const account = readServiceAccount(serviceAccount);
  if (account?.projectId === undefined) throw new Error('the service account of FCM belongs to no project');
  const accessToken = createTokenSource(account, scope);
  const url = `${baseUrl}/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`;
  let pausedUntil = 0;

  async function post(body: string, renew: boolean): Promise<PushAnswer> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${await accessToken(renew)}`, 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(requestMs),
    });
    const { status, headers } = response;
    // After the status was read, the message is sent; another attempt would send it twice.
    const code = errorCodeOf(await response.text().catch(() => ''));
    if (response.ok) return { outcome: 'delivered', status };
    if (code !== undefined && gone.has(code)) return { outcome: 'gone', status };
    if (status === 401 && code === undefined) return renew ? retryAnswer(status) : post(body, true);
    if (status !== 429 && status < 500) return { outcome: 'rejected', status };
    const retryAfter = headers.get('retry-after');
    const pauseMs = retryAfterMs(retryAfter) ?? (status === 429 ? defaultPauseMs : 0);
    pausedUntil = Math.max(pausedUntil, Date.now() + pauseMs);
    return retryAnswer(status, retryAfter);
  }

  return {
    async send({ endpoint }, message) {
      const leftMs = pausedUntil - Date.now();
      if (leftMs > 0) return { outcome: 'paused', status: null, retryAfterMs: leftMs };
      try {
        return await post(JSON.stringify(messageFor(endpoint, message)), false);
      } catch (error) {
        const { status = null, retryAfterMs: askedMs } = error instanceof ProviderCallFailed ? error : {};
        return { outcome: 'retry', status, ...(askedMs !== undefined && { retryAfterMs: askedMs }) };
      }
    },
    close() {},
  };
}

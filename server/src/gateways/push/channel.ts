import type { SubscriptionKeys } from './encrypt.ts';

/** What the push services of browsers and of phones have in common. */

export const deviceKinds = ['web', 'fcm', 'apns'] as const;
export type DeviceKind = (typeof deviceKinds)[number];
export type PhoneKind = Exclude<DeviceKind, 'web'>;

export interface WebDevice extends SubscriptionKeys {
  readonly kind: 'web';
  /** The address of the subscription. */
  readonly endpoint: string;
}

export interface Phone {
  readonly kind: PhoneKind;
  /** The registration token of the app on this phone. */
  readonly endpoint: string;
}

export type PushDevice = WebDevice | Phone;

export interface PushContent {
  readonly title: string;
  readonly body: string;
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly category: string;
  /** A notification replaces one with the same tag. */
  readonly tag: string;
  /** The id of the message, by which the app reports that it was opened. */
  readonly message: string;
  /** What the app opens. */
  readonly link?: string;
  /** The series of an episode that it opens. */
  readonly series?: string;
  /** The URL of a picture. */
  readonly picture?: string;
  readonly data?: Readonly<Record<string, string>>;
}

export interface PushMessage {
  readonly content: PushContent;
  /** A waiting message is replaced by the next with the same topic. */
  readonly topic: string;
  readonly ttlS: number;
  readonly isUrgent: boolean;
}

/**
 * The response of a push service. `logged`: without a configured service; `paused`: not sent, because the service asked
 * for a pause.
 */
export interface PushAnswer {
  readonly outcome: 'delivered' | 'logged' | 'gone' | 'rejected' | 'retry' | 'paused';
  readonly status: number | null;
  readonly retryAfterMs?: number;
  /** The device is gone since then, unless it was registered again later. */
  readonly goneAt?: Date;
}

/** One kind of push service. */
export interface PushChannel<Device> {
  send(device: Device, message: PushMessage): Promise<PushAnswer>;
  close(): void;
}

export const requestMs = 10_000;
/** Responses are read to this length. */
export const maxAnswerBytes = 64 * 1024;

/** `Retry-After` in seconds or as a date. */
export function retryAfterMs(header: string | null | undefined): number | undefined {
  if (header === undefined || header === null) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

/** The answer to a message that may be accepted later. */
export function retryAnswer(status: number | null, retryAfter?: string | null): PushAnswer {
  const pause = retryAfterMs(retryAfter);
  return { outcome: 'retry', status, ...(pause !== undefined && { retryAfterMs: pause }) };
}

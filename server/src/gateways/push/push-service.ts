import { type ApnsOptions, createApns } from './apns.ts';
import { type DeviceKind, deviceKinds, type PushAnswer, type PushDevice, type PushMessage } from './channel.ts';
import { isPublicKey } from './encrypt.ts';
import { createFcm, type FcmOptions } from './fcm.ts';
import { createWebPush, endpointFault, type WebPushOptions } from './web-push.ts';

/** Sends to browsers and phones, each by the service of its kind. */

/** `live`: sent; `log`: written to the log instead; `off`: refused, because no service is configured. */
export const pushModes = ['live', 'log', 'off'] as const;
export type PushMode = (typeof pushModes)[number];

export interface PushService {
  readonly mode: PushMode;
  /** The kinds of devices that can be registered. */
  readonly kinds: readonly DeviceKind[];
  /** The `applicationServerKey` of browsers; null if they get no pushes. */
  readonly publicKey: string | null;
  /** The fault of a device, if any. */
  faultOf(device: PushDevice): { readonly path: string; readonly message: string } | undefined;
  send(device: PushDevice, message: PushMessage): Promise<PushAnswer>;
  close(): void;
}

export interface PushOptions {
  readonly vapid?: WebPushOptions['vapid'] | undefined;
  readonly privateOrigins?: readonly string[];
  readonly resolve?: WebPushOptions['resolve'];
  readonly fcm?: FcmOptions | undefined;
  readonly apns?: ApnsOptions | undefined;
  /** What happens to pushes for kinds of devices that are not configured: they are logged, or rejected. */
  readonly isLogged: boolean;
  readonly log?: (fields: object, message: string) => void;
}

export function openPushService(options: PushOptions): PushService {
  const { vapid, privateOrigins = [], resolve, isLogged, log } = options;
  const web = vapid && createWebPush({ vapid, privateOrigins, resolve });
  const phones = { fcm: options.fcm && createFcm(options.fcm), apns: options.apns && createApns(options.apns) };
  const configured = deviceKinds.filter((kind) => (kind === 'web' ? web : phones[kind]));
  return {
    mode: configured.length > 0 ? 'live' : isLogged ? 'log' : 'off',
    kinds: isLogged ? deviceKinds : configured,
    publicKey: web?.publicKey ?? null,
    faultOf(device) {
      if (device.kind !== 'web') return undefined;
      const message = endpointFault(device.endpoint, privateOrigins);
      if (message !== undefined) return { path: 'subscription.endpoint', message };
      return isPublicKey(device.p256dh)
        ? undefined
        : { path: 'subscription.keys.p256dh', message: 'must be a public key of the curve P-256' };
    },
    async send(device, message) {
      const answer = device.kind === 'web' ? web?.send(device, message) : phones[device.kind]?.send(device, message);
      if (answer) return answer;
      if (!isLogged) return { outcome: 'rejected', status: null };
      log?.({ topic: message.topic, kind: device.kind }, 'push logged instead of sent');
      return { outcome: 'logged', status: null };
    },
    close() {
      for (const channel of [web, phones.fcm, phones.apns]) channel?.close();
    },
  };
}

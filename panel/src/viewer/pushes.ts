import { client, dataOf, doneBy } from './session.ts';

/** Pushes to this browser: registering for them, and following those that were opened. */

const worker = '/viewer/push-worker.js';

const canTakePushes = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window;

/** The key to subscribe with; null where pushes cannot be had. */
export async function pushKey(): Promise<string | null> {
  return canTakePushes() ? (await dataOf(client.GET('/v1/push/key'))).publicKey : null;
}

/** A subscription needs an active worker. The viewer is not in its scope, so `ready` would wait for ever. */
async function registerWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(worker);
  const { installing } = registration;
  while (installing && installing.state !== 'activated' && installing.state !== 'redundant') {
    await new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true }));
  }
  return registration;
}

/** Registers this browser; false if the user does not allow it. */
export async function takePushes(applicationServerKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const registration = await registerWorker();
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  await dataOf(client.PUT('/v1/me/push', { body: { subscription: { endpoint, keys: { p256dh, auth } } } }));
  return true;
}

/** A failed report loses a figure, and not the way into the app. */
const reportOpen = (message: string): Promise<void> =>
  doneBy(client.POST('/v1/me/push/opens', { body: { message }, keepalive: true })).catch(() => undefined);

const textIn = (value: unknown, name: string): string | undefined => {
  const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof text === 'string' ? text : undefined;
};

/** Goes where an opened push leads while the viewer is open. */
export function followPushes(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const [message, place] = [textIn(data, 'push'), textIn(data, 'place')];
    if (message === undefined || place === undefined) return;
    window.location.hash = place;
    void reportOpen(message);
  });
  // Messages wait until this, because they may come before the page has read its scripts.
  navigator.serviceWorker.startMessages();
}

/** Reports the push that opened the viewer; its place is in the address already. */
export async function reportPushThatOpened(): Promise<void> {
  const url = new URL(window.location.href);
  const message = url.searchParams.get('push');
  if (message === null) return;
  url.searchParams.delete('push');
  window.history.replaceState(null, '', url);
  await reportOpen(message);
}

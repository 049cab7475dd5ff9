import { asApiError } from '../api/errors.ts';
import { createEventQueue, type EventStore, type ViewerEvent } from './event-queue.ts';
import { client, dataOf, deviceId } from './session.ts';

/** What this viewer does, for the figures of the panel. */

const storageKey = 'cliffhanger.viewer.events';

const isEvent = (value: unknown): value is ViewerEvent =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value && 'at' in value && 'props' in value;

function storedEvents(): readonly ViewerEvent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return [];
    const events: unknown = Reflect.get(kept, 'events');
    // What another guest did on this phone cannot be told as this one.
    return Reflect.get(kept, 'deviceId') === deviceId() && Array.isArray(events) ? events.filter(isEvent) : [];
  } catch {
    return [];
  }
}

function storeEvents(events: readonly ViewerEvent[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ deviceId: deviceId(), events }));
  } catch {
    // A browser that keeps nothing loses figures, and not the app.
  }
}

const store: EventStore = { read: storedEvents, write: storeEvents };

/** Refusals after which the same events may still be taken; any other would be the same for ever. */
const passing = new Set([0, 401, 403, 408, 429]);

async function send(events: readonly ViewerEvent[]): Promise<boolean> {
  try {
    // Goes on while the page is closed.
    await dataOf(client.POST('/v1/events', { body: { events: [...events] }, keepalive: true }));
    return true;
  } catch (error) {
    const { status } = asApiError(error);
    return !passing.has(status) && status < 500;
  }
}

export const {
  record: recordEvent,
  recordOnce: recordEventOnce,
  flush: sendEvents,
} = createEventQueue({ send, store, viewer: deviceId });

/** Tells what waits before the page goes away. */
export function sendEventsOnLeaving(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void sendEvents();
  });
}

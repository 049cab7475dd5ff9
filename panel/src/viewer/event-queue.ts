/**
 * What a viewer does, noted at once and told to the service in batches. An event has its id from the moment it happens and
 * is told again under that id until there is an answer, so that a lost connection neither loses it nor counts it twice.
 */

export interface ViewerEvent {
  readonly id: string;
  readonly name: string;
  readonly at: string;
  readonly seriesId?: string;
  readonly episodeId?: string;
  readonly props: { readonly sessionId: string };
}

export type EventSubject = Pick<ViewerEvent, 'seriesId' | 'episodeId'>;

export interface EventStore {
  read(): readonly ViewerEvent[];
  write(events: readonly ViewerEvent[]): void;
}

interface QueueOptions {
  /** Tells the service, and answers whether these are done with; false: they are told again later. */
  readonly send: (events: readonly ViewerEvent[]) => Promise<boolean>;
  /** Where they outlast the page. */
  readonly store: EventStore;
  /** Who the viewer is: someone else sits down to a session of their own. */
  readonly viewer: () => string | undefined;
}

export interface EventQueue {
  readonly record: (name: string, subject?: EventSubject) => void;
  /** The same, once in a session. */
  readonly recordOnce: (name: string, subject?: EventSubject) => void;
  /** Tells what waits, and ends when nothing waits or there was no answer. */
  readonly flush: () => Promise<void>;
}

/** How many go at a time: they fit into what a browser sends while its page is closed. */
export const mostAtOnce = 100;
/** The oldest give way. */
export const mostKept = 1_000;
/** A viewer who does nothing for so long has gone; what comes then is another sitting. */
export const sessionMs = 30 * 60_000;
const pauseMs = 3_000;
const longestPauseMs = 5 * 60_000;

interface Session {
  readonly id: string;
  readonly viewer: string | undefined;
  readonly until: number;
  /** What was recorded in it that counts once. */
  readonly seen: Set<string>;
}

/** The sitting that goes on, or a new one. */
const sessionAt = (session: Session, viewer: string | undefined, now: number): Session =>
  now < session.until && viewer === session.viewer
    ? { ...session, until: now + sessionMs }
    : { id: crypto.randomUUID(), viewer, until: now + sessionMs, seen: new Set() };

export function createEventQueue({ send, store, viewer }: QueueOptions): EventQueue {
  let session: Session = { id: '', viewer: undefined, until: 0, seen: new Set() };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let failures = 0;

  const add = (name: string, subject: EventSubject): void => {
    const at = new Date().toISOString();
    const event = { id: crypto.randomUUID(), name, at, ...subject, props: { sessionId: session.id } };
    store.write([...store.read(), event].slice(-mostKept));
  };
  const touch = (): void => {
    const { id } = session;
    session = sessionAt(session, viewer(), Date.now());
    if (session.id !== id) add('session_start', {});
  };
  const plan = (): void => {
    const pause = Math.min(longestPauseMs, pauseMs * 2 ** failures);
    timer ??= setTimeout(() => void flush(), pause);
  };
  const drain = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    for (let batch = store.read().slice(0, mostAtOnce); batch.length > 0; batch = store.read().slice(0, mostAtOnce)) {
      if (!(await send(batch))) {
        failures++;
        plan();
        return;
      }
      failures = 0;
      const told = new Set(batch.map(({ id }) => id));
      store.write(store.read().filter(({ id }) => !told.has(id)));
    }
  };
  const flush = (): Promise<void> => {
    running ??= drain().finally(() => {
      running = undefined;
    });
    return running;
  };
  const record = (name: string, subject: EventSubject = {}): void => {
    touch();
    add(name, subject);
    // While there is no answer, more of them do not shorten the pause.
    if (failures > 0 || store.read().length < mostAtOnce) plan();
    else void flush();
  };
  return {
    record,
    recordOnce(name, subject = {}) {
      touch();
      const key = [name, subject.seriesId, subject.episodeId].join(' ');
      if (session.seen.has(key)) return;
      session.seen.add(key);
      record(name, subject);
    },
    flush,
  };
}

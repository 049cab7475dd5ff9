import type { Bus } from './bus.ts';

/**
 * A cache of values that many callers read. Messages `changed` of the bus drop the entries that depend on the change. While
 * the bus may have missed messages, nothing is cached, and callers share only builds that begin after their request: a
 * database that is too busy for the heartbeats of the bus gets one build of a name at a time.
 */

export interface Built<Value> {
  readonly value: Value;
  readonly bytes: number;
  /** When the value may change without a message, by the database's clock; without it the entry lasts 30 seconds. */
  readonly until?: Date | undefined;
  /** The keys of the changes that invalidate the value; by default every change of its topics does. */
  readonly changeKeys?: readonly string[] | undefined;
}

/** `now` is given while the cache is in use, because a build may have to wait for another of the same name. */
export type BuildValue<Value> = (now?: Date) => Promise<Built<Value>>;

export interface Cache<Value> {
  /** The cached value of that name, or a newly built one; concurrent callers share one build. */
  find(name: string, topics: readonly string[], build: BuildValue<Value>): Value | Promise<Value>;
  /** Counts more memory for the entry of that name, if it still has this value. */
  addBytes(name: string, value: Value, bytes: number): void;
}

/** Without `until`, changes without messages, such as a new name of a user, are visible after this time. */
const defaultAgeMs = 30_000;
const maxAgeMs = 3_600_000;
/** The overhead of an entry. */
const entryBytes = 1_000;

interface Entry<Value> {
  readonly name: string;
  readonly value: Value;
  readonly until: number;
  readonly tags: readonly string[];
  bytes: number;
}

interface Build<Value> {
  readonly topics: readonly string[];
  readonly result: Promise<Value>;
  hasBegun: boolean;
  /** Whether something changed after it began, so that it may have read old data. */
  isStale: boolean;
}

/** An entry is tagged for changes of a whole topic, and for those of each of its keys, or of any key. */
const wholeTopic = (topic: string): string => `${topic} *`;
const anyKey = (topic: string): string => `${topic} ?`;
const oneKey = (topic: string, key: string): string => `${topic} = ${key}`;

const tagsOf = (topics: readonly string[], keys: readonly string[] | undefined): string[] =>
  topics.flatMap((topic) => [wholeTopic(topic), ...(keys ? keys.map((key) => oneKey(topic, key)) : [anyKey(topic)])]);

/** Entries by name and by tag, with a limit of bytes. */
function createStore<Value>(maxBytes: number) {
  /** Least recently used first. */
  const entries = new Map<string, Entry<Value>>();
  const tagged = new Map<string, Set<Entry<Value>>>();
  let bytes = 0;
  const remove = (entry: Entry<Value>): void => {
    entries.delete(entry.name);
    bytes -= entry.bytes;
    for (const tag of entry.tags) {
      const others = tagged.get(tag);
      others?.delete(entry);
      if (others?.size === 0) tagged.delete(tag);
    }
  };
  const makeRoom = (): void => {
    for (const entry of entries.values()) {
      if (bytes <= maxBytes) return;
      remove(entry);
    }
  };
  return {
    use(name: string): Entry<Value> | undefined {
      const entry = entries.get(name);
      if (!entry) return undefined;
      entries.delete(name);
      entries.set(name, entry);
      return entry;
    },
    add(entry: Entry<Value>): void {
      const known = entries.get(entry.name);
      if (known) remove(known);
      entries.set(entry.name, entry);
      bytes += entry.bytes;
      for (const tag of entry.tags) tagged.set(tag, (tagged.get(tag) ?? new Set()).add(entry));
      makeRoom();
    },
    drop(tag: string): void {
      for (const entry of tagged.get(tag) ?? []) remove(entry);
    },
    addBytes(name: string, value: Value, more: number): void {
      const entry = entries.get(name);
      if (entry?.value !== value) return;
      entry.bytes += more;
      bytes += more;
      makeRoom();
    },
    clear(): void {
      entries.clear();
      tagged.clear();
      bytes = 0;
    },
  };
}

export function createCache<Value>(bus: Bus | undefined, maxBytes: number): Cache<Value> {
  const store = createStore<Value>(maxBytes);
  const builds = new Map<string, Build<Value>>();
  const markStale = (isConcerned: (build: Build<Value>) => boolean): void => {
    for (const build of builds.values()) if (build.hasBegun && isConcerned(build)) build.isStale = true;
  };
  const onChange = (message: unknown): void => {
    const [topic, key]: readonly unknown[] = Array.isArray(message) ? Array.from<unknown>(message) : [];
    if (typeof topic !== 'string') return;
    const tags = typeof key === 'string' ? [oneKey(topic, key), anyKey(topic)] : [wholeTopic(topic)];
    for (const tag of tags) store.drop(tag);
    // The keys of a build are only known at its end.
    markStale(({ topics }) => topics.includes(topic));
  };
  // Changes of this process apply before its response is sent, those of others when their message arrives.
  bus?.onOwn('changed', onChange);
  bus?.on('changed', onChange);
  bus?.onConnection(() => {
    store.clear();
    markStale(() => true);
  });

  /** At most one build of a name runs at a time: the next one waits for a stale one. */
  const begin = (name: string, topics: readonly string[], build: BuildValue<Value>, after?: Promise<Value>) => {
    const run = async (): Promise<Value> => {
      await after?.catch(() => undefined);
      one.hasBegun = true;
      const now = bus?.isCurrent ? bus.now() : undefined;
      try {
        const { value, bytes, until, changeKeys } = await build(now);
        if (!now || one.isStale) return value;
        const latest = Math.min(now.getTime() + maxAgeMs, until?.getTime() ?? now.getTime() + defaultAgeMs);
        const taken = bytes + 2 * name.length + entryBytes;
        store.add({ name, value, until: latest, tags: tagsOf(topics, changeKeys), bytes: taken });
        return value;
      } finally {
        if (builds.get(name) === one) builds.delete(name);
      }
    };
    const one: Build<Value> = { topics, result: Promise.resolve().then(run), hasBegun: false, isStale: false };
    builds.set(name, one);
    return one.result;
  };

  return {
    find(name, topics, build) {
      if (!bus) return build().then(({ value }) => value);
      const { isCurrent } = bus;
      const known = isCurrent ? store.use(name) : undefined;
      if (known && bus.now().getTime() < known.until) return known.value;
      const running = builds.get(name);
      const isShared = running && (isCurrent ? !running.isStale : !running.hasBegun);
      return isShared ? running.result : begin(name, topics, build, running?.result);
    },
    addBytes: (name, value, bytes) => store.addBytes(name, value, bytes),
  };
}

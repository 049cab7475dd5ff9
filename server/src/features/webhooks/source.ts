import type { Static, TSchema } from 'typebox';
import type { busy } from '../../kit/batch-queue.ts';
import type { Db, Tx } from '../../kit/db/database.ts';
import type { FieldError } from '../../kit/http/field-errors.ts';
import { lenientParserOf } from '../../kit/http/validate.ts';
import { isRecord } from '../../kit/json.ts';
import type * as audit from '../audit/public.ts';
import { type EventDetail, maskText } from './rules.ts';

/** What became of an event: it changed something, there was nothing to change, or we do not know what it is about. */
export interface EventResult {
  readonly outcome: 'applied' | 'ignored' | 'unmatched';
  readonly detail?: EventDetail;
}

/** The thing that an event is about, as operators know it. */
export interface Subject {
  readonly type: string;
  readonly id: string;
  readonly label: string | null;
  /** Of a user: a guest has no name. */
  readonly isGuest?: boolean;
  /** Where it is about a video, of the series that the label names. */
  readonly episodeNumber?: number;
  /** What is paid for, where it tells of a payment. */
  readonly productId?: string;
  /** Our payment that it is about. */
  readonly purchase?: { readonly id: string; readonly status: string; readonly coins: number };
}

/** What a subject is found by. */
export interface SubjectEvent {
  /** Such as payments:ios_store. */
  readonly source: string;
  readonly payload: unknown;
}

/** What is known of an event besides what it says. */
export interface Receipt {
  readonly id: string;
  /** The source as it was named when the event came, such as payments:ios_store. */
  readonly source: string;
  readonly eventId: string;
  readonly receivedAt: Date;
  readonly occurredAt: Date | null;
}

/** The request that brought an event. */
export interface EventOrigin {
  readonly requestId: string;
  readonly ip: string;
}

/** One of the events that came at the same moment. */
export interface BatchedEvent<Event> {
  readonly event: Event;
  readonly receipt: Receipt;
  readonly from: EventOrigin;
}

/** How a source applies events that come by the thousand. */
export interface BatchApplier<Event> {
  /** What an event changes, such as a user, of which a batch holds one event at most; undefined where it is applied alone. */
  keyOf(event: Event): string | undefined;
  /**
   * Applies each of these and says what became of it; undefined where it is to be applied alone, and `busy` where another
   * transaction holds what it changes. Of either nothing is written. A batch waits for no lock.
   */
  apply(
    ctx: { readonly tx: Tx; readonly now: Date },
    events: readonly BatchedEvent<Event>[],
  ): Promise<readonly (EventResult | typeof busy | undefined)[]>;
}

/** An event that has its shape, or what is wrong with it. */
export type Parsed<Event> =
  | { readonly event: Event; readonly occurredAt?: Date | undefined }
  | { readonly faults: readonly FieldError[] };

/** What is wrong with an event, in words. */
export const formatFieldErrors = (faults: readonly FieldError[]): string =>
  faults.map(({ path, message }) => `${path} ${message}`.trim()).join('; ');

/**
 * A provider's events, as the feature that they are about reads and applies them. One whose name is `payments` is given
 * those of `payments:ios_store` and of every other rail. Events may come in any order: whoever applies them decides by
 * what they say and by when they happened.
 */
export interface WebhookSource<Event = unknown> {
  readonly name: string;
  // Methods, so that sources of different events stand in one list without a cast.
  /** Reads what a provider sent. */
  parse(payload: unknown): Parsed<Event>;
  /** Reads an event as it was kept. */
  read(stored: unknown): Parsed<Event>;
  /** What operators are shown of what a provider sent: the fields that it knows, and of the others their names. */
  keep(payload: unknown): unknown;
  apply(ctx: audit.AuditCtx, event: Event, receipt: Receipt): Promise<EventResult>;
  readonly batch?: BatchApplier<Event>;
  /** What each of some events is about, as far as someone with these permissions may see it. */
  subjectsOf?(db: Db, events: readonly SubjectEvent[], permissions: readonly string[]): Promise<(Subject | null)[]>;
}

interface SourceSpec<S extends TSchema> extends Omit<WebhookSource<Static<S>>, 'read' | 'keep'> {
  /**
   * What is kept of an event to be applied, and nothing else of it: ids, states, amounts, addresses of files. A field in
   * which people may be named is not in it, or is masked by `parse`.
   */
  readonly event: S;
  /** How the text of some fields is masked, by their names; the others lose addresses and numbers of people. */
  readonly masks?: Masks;
}

type Masks = Readonly<Record<string, (text: string) => string>>;

export function webhookSource<S extends TSchema>({ event, masks, ...spec }: SourceSpec<S>): WebhookSource<Static<S>> {
  const pick = lenientParserOf(event);
  const read = (stored: unknown): Parsed<Static<S>> => {
    const picked = pick(stored);
    return 'faults' in picked ? picked : { event: picked.value };
  };
  return {
    ...spec,
    read,
    keep: payloadMasker(event, masks),
    parse(payload) {
      const parsed = spec.parse(payload);
      return 'faults' in parsed ? parsed : { ...parsed, ...read(parsed.event) };
    },
  };
}

export const sourceOf = (sources: readonly WebhookSource[], name: string): WebhookSource | undefined =>
  sources.find((one) => one.name === name.split(':')[0]);

export interface FaultLog {
  error(fields: object, message: string): void;
}

/** Replaces what a provider sent and its source does not read. It may contain personal data. */
const notKept = '[not kept]';
/** Replaces a text that is longer than its schema allows: an index on it could not store the row. */
const tooLong = '[too long]';
/** The longest text, in characters, of a field whose schema has no `maxLength`. */
const usualMaxLength = 500;

/** The fields of a schema by name, at any depth: values with the length that a text may have, and groups of fields. */
interface Fields {
  readonly values: Map<string, number>;
  readonly groups: Set<string>;
}

const isGroup = (schema: unknown): boolean => isRecord(schema) && ('properties' in schema || 'items' in schema);

const maxLengthOf = (schema: unknown): number =>
  isRecord(schema) && typeof schema.maxLength === 'number' ? schema.maxLength : usualMaxLength;

function addFields(schema: unknown, fields: Fields): Fields {
  if (!isRecord(schema)) return fields;
  addFields(schema.items, fields);
  for (const [name, part] of Object.entries(isRecord(schema.properties) ? schema.properties : {})) {
    if (isGroup(part)) fields.groups.add(name);
    else fields.values.set(name, Math.max(fields.values.get(name) ?? 0, maxLengthOf(part)));
    addFields(part, fields);
  }
  return fields;
}

/**
 * Keeps of a payload the fields that a schema has, without addresses and numbers of people in them. What an event is
 * about may stand in `data`, as it does in Standard Webhooks.
 */
export function payloadMasker(schema: TSchema, masks: Masks = {}): (payload: unknown) => unknown {
  const fields = addFields(schema, { values: new Map(), groups: new Set(['data']) });
  const keepValue = (name: string, value: unknown): unknown => {
    if (value !== null && typeof value === 'object') return notKept;
    if (typeof value !== 'string') return value;
    if ([...value].length > (fields.values.get(name) ?? usualMaxLength)) return tooLong;
    const mask = masks[name] ?? maskText;
    return mask(value);
  };
  const keepGroup = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(keepGroup);
    if (!isRecord(value)) return value === null ? null : notKept;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [maskText(name), keepField(name, part)]));
  };
  const keepField = (name: string, part: unknown): unknown => {
    if (fields.values.has(name)) return keepValue(name, part);
    return fields.groups.has(name) ? keepGroup(part) : notKept;
  };
  return keepGroup;
}

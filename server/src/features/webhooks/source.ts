import type { Static, TSchema } from 'typebox';
import type { busy } from '../../kit/batch-queue.ts';
import type { Db, Tx } from '../../kit/db/database.ts';
import type { FieldError } from '../../kit/http/field-errors.ts';
import { lenientParserOf } from '../../kit/http/validate.ts';
import { isRecord } from '../../kit/json.ts';
import type * as audit from '../audit/public.ts';
import { type EventDetail, maskText } from './rules.ts';

/** Unmatched: the event refers to something unknown. */
export interface EventResult {
  readonly outcome: 'applied' | 'ignored' | 'unmatched';
  readonly detail?: EventDetail;
  /** Of an unmatched event: the name of what it waits for. It is applied again after `wakeWaiting` with that name. */
  readonly waitsFor?: string;
}

/** The target of an event, as shown to operators. */
export interface Subject {
  readonly type: string;
  readonly id: string;
  readonly label: string | null;
  readonly isGuest?: boolean;
  readonly episodeNumber?: number;
  readonly productId?: string;
  readonly purchase?: { readonly id: string; readonly status: string; readonly coins: number };
}

export interface SubjectEvent {
  /** Such as payments:ios_store. */
  readonly source: string;
  readonly payload: unknown;
}

export interface Receipt {
  readonly id: string;
  /** Such as payments:ios_store. */
  readonly source: string;
  readonly eventId: string;
  readonly receivedAt: Date;
  readonly occurredAt: Date | null;
}

/** The request that delivered an event. */
export interface EventOrigin {
  readonly requestId: string;
  readonly ip: string;
}

export interface BatchedEvent<Event> {
  readonly event: Event;
  readonly receipt: Receipt;
  /** Undefined if no request delivered it. */
  readonly from: EventOrigin | undefined;
}

/** How a source applies concurrent events together. */
export interface BatchApplier<Event> {
  /** What an event changes, such as a user: a batch has one event per key. Undefined if it must be applied alone. */
  keyOf(event: Event): string | undefined;
  /**
   * Applies these events without waiting for locks. The result of an event is undefined if it must be applied alone, and
   * `busy` if another transaction has locked what it changes; nothing is written for either.
   */
  apply(
    ctx: { readonly tx: Tx; readonly now: Date },
    events: readonly BatchedEvent<Event>[],
  ): Promise<readonly (EventResult | typeof busy | undefined)[]>;
}

/** A parsed event, or its validation errors. */
export type Parsed<Event> =
  | { readonly event: Event; readonly occurredAt?: Date | undefined }
  | { readonly faults: readonly FieldError[] };

export const formatFieldErrors = (faults: readonly FieldError[]): string =>
  faults.map(({ path, message }) => `${path} ${message}`.trim()).join('; ');

/**
 * How a feature parses and applies the events of a provider. The source `payments` gets those of `payments:ios_store` and
 * all other rails. Events can arrive in any order.
 */
export interface WebhookSource<Event = unknown> {
  readonly name: string;
  // Methods, so that sources of different events fit into one list without a cast.
  parse(payload: unknown): Parsed<Event>;
  read(stored: unknown): Parsed<Event>;
  /** The payload as shown to operators: known fields, and the names of others. */
  mask(payload: unknown): unknown;
  apply(ctx: audit.AuditCtx, event: Event, receipt: Receipt): Promise<EventResult>;
  readonly batch?: BatchApplier<Event>;
  /** The original of a message of this source, with what its provider's API adds. */
  completeAgain?(source: string, original: unknown): Promise<unknown>;
  /** The payload that a message of this source has after translating its original again; undefined if it has no translator. */
  translateAgain?(source: string, original: unknown): unknown;
  /** The target of each event, if visible with these permissions. */
  subjectsOf?(db: Db, events: readonly SubjectEvent[], permissions: readonly string[]): Promise<(Subject | null)[]>;
}

interface SourceSpec<S extends TSchema> extends Omit<WebhookSource<Static<S>>, 'read' | 'mask'> {
  /**
   * The fields that are stored to apply an event: ids, states, amounts, URLs. Fields that may name a person are left out, or
   * masked by `parse`.
   */
  readonly event: S;
  /** Masks of text fields by name; in others email addresses and phone numbers are masked. */
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
    mask: payloadMasker(event, masks),
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

/** Replaces fields that the source does not read: they may contain personal data. */
const notKept = '[not kept]';
/** Replaces texts longer than their schema allows, which could exceed the limit of an index. */
const tooLong = '[too long]';
/** For fields whose schema has no `maxLength`. */
const defaultMaxLength = 500;

/** The fields of a schema by name, at any depth: values with their maximum length, and groups of fields. */
interface Fields {
  readonly values: Map<string, number>;
  readonly groups: Set<string>;
}

const isGroup = (schema: unknown): boolean => isRecord(schema) && ('properties' in schema || 'items' in schema);

const maxLengthOf = (schema: unknown): number =>
  isRecord(schema) && typeof schema.maxLength === 'number' ? schema.maxLength : defaultMaxLength;

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

/** Keeps the fields of a schema, with email addresses and phone numbers masked. `data` is the group of Standard Webhooks. */
export function payloadMasker(schema: TSchema, masks: Masks = {}): (payload: unknown) => unknown {
  const fields = addFields(schema, { values: new Map(), groups: new Set(['data']) });
  const keepValue = (name: string, value: unknown): unknown => {
    if (value !== null && typeof value === 'object') return notKept;
    if (typeof value !== 'string') return value;
    if ([...value].length > (fields.values.get(name) ?? defaultMaxLength)) return tooLong;
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

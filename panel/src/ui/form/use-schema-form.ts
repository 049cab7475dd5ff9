import { useEffect, useState } from 'react';
import type { ApiError } from '../../api/errors.ts';
import { type Translate, useWords } from '../../words/define.ts';
import { fieldsOf } from '../diff.tsx';
import { changeDraft, useDraft } from '../draft.ts';
import { uiWords } from '../words.ts';

export type FieldValue = string | number | boolean | null;
export type FormValues = Readonly<Record<string, FieldValue>>;

interface Described {
  readonly label: string;
  readonly description?: string;
  readonly required?: boolean;
  /** Why it cannot be changed now; the field is then shown and locked. */
  readonly locked?: string | undefined;
  /** How its words run, where that is not as the page does. */
  readonly dir?: 'ltr' | 'rtl';
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

export type FieldSpec = Described &
  (
    | {
        readonly kind: 'text' | 'email' | 'long';
        readonly min?: number;
        readonly max?: number;
        /** Offered while one types; anything else can be written too. */
        readonly suggestions?: readonly Option[];
      }
    | { readonly kind: 'number'; readonly min?: number; readonly max?: number; readonly decimals?: number }
    | { readonly kind: 'switch' }
    | { readonly kind: 'choice'; readonly options: readonly Option[] }
  );

export type FieldSpecs<V extends FormValues> = { readonly [K in keyof V]: FieldSpec };

/** What the server has, and the tag of that edition; null where nothing is there yet. */
export interface SavedForm<V extends FormValues> {
  readonly values: V;
  readonly tag: string | null;
}

interface Draft<V extends FormValues> {
  readonly base: SavedForm<V>;
  readonly edits: Partial<V>;
}

export interface SchemaForm<V extends FormValues> {
  readonly fields: FieldSpecs<V>;
  readonly values: V;
  readonly errors: Readonly<Partial<Record<keyof V, string>>>;
  /** What differs from what the edit began with: the body of a PUT that merges. */
  readonly changed: Partial<V>;
  /** The name of the draft, for the review of what is made of it. */
  readonly draft: string;
  /** The edition that the edit began with, for If-Match. */
  readonly tag: string | null;
  /** Someone else's edition, when it got in between. */
  readonly conflict: SavedForm<V> | null;
  readonly set: <K extends keyof V>(name: K, value: V[K]) => void;
  /** Whether all fields are in order; says what is not beside each. */
  readonly check: () => boolean;
  /** Takes the refusals that are about fields or about a newer edition; false for any other. */
  readonly applyServerErrors: (error: ApiError) => boolean;
  readonly takeTheirs: () => void;
  readonly applyMine: () => void;
  readonly reset: () => void;
}

const isFieldValue = (value: unknown): value is FieldValue =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** Whether a draft is one of this form: an earlier version of the panel may have had other fields. */
function isDraftOf<V extends FormValues>(fields: FieldSpecs<V>) {
  const isSome = (values: unknown) =>
    Object.entries(fieldsOf(values)).every(([name, value]) => name in fields && isFieldValue(value));
  return (value: unknown): value is Draft<V> => {
    const { base, edits } = fieldsOf(value);
    const { values, tag } = fieldsOf(base);
    const isWhole = Object.keys(fields).every((name) => name in fieldsOf(values));
    return isWhole && isSome(values) && isSome(edits) && (tag === null || typeof tag === 'string');
  };
}

const draftNameOf = (name: string): string => `form ${name}`;

/** After one's own change to something beside the fields of a form: the edits in it go on from that edition. */
export function rebaseForm(name: string, from: string, to: string): void {
  changeDraft(draftNameOf(name), (draft) => {
    const { base } = fieldsOf(draft);
    return fieldsOf(base).tag === from ? { ...fieldsOf(draft), base: { ...fieldsOf(base), tag: to } } : draft;
  });
}

interface FormOptions {
  /** What the typed work is kept under until it is saved. */
  readonly draft: string;
  /** Called when someone else has saved meanwhile, to fetch what they have. */
  readonly onStale?: () => void;
}

/** A form made of a table of fields, bound to what the server has. */
export function useSchemaForm<V extends FormValues>(
  fields: FieldSpecs<V>,
  saved: SavedForm<V>,
  { draft: name, onStale }: FormOptions,
): SchemaForm<V> {
  const t = useWords(uiWords);
  const draftName = draftNameOf(name);
  const [draft, setDraft] = useDraft(draftName, isDraftOf(fields));
  const [errors, setErrors] = useState<Partial<Record<keyof V, string>>>({});
  const [stale, setStale] = useState(false);
  const base = draft?.base ?? saved;
  const values: V = { ...base.values, ...draft?.edits };

  const settle = (next?: Draft<V>) => {
    setDraft(next);
    setStale(false);
    setErrors({});
  };

  // Saved already, be it by one's own attempt whose answer was lost: nothing of the draft is left to be saved.
  const isSaved =
    draft !== undefined && saved.tag !== base.tag && isEmpty(pick(values, (one) => values[one] !== saved.values[one]));
  useEffect(() => {
    if (isSaved) settle();
  });

  return {
    fields,
    values,
    errors,
    changed: pick(values, (field) => values[field] !== base.values[field]),
    draft: draftName,
    tag: base.tag,
    conflict: stale && !isSaved && saved.tag !== base.tag ? saved : null,
    set: (field, value) => {
      const edit = pick({ ...values, [field]: value }, (one) => one === field);
      setDraft((before) => ({ base: before?.base ?? saved, edits: { ...before?.edits, ...edit } }));
      setErrors((before) => ({ ...before, [field]: undefined }));
    },
    check: () => {
      const found = faultsOf(fields, values, t);
      setErrors(found);
      return isEmpty(found);
    },
    applyServerErrors: (error) => {
      if (error.code === 'stale_write') {
        setStale(true);
        onStale?.();
        return true;
      }
      const fieldErrors = refusedIn(fields, error, t);
      setErrors((before) => ({ ...before, ...fieldErrors }));
      return !isEmpty(fieldErrors);
    },
    takeTheirs: () => settle(),
    applyMine: () => settle({ base: saved, edits: draft?.edits ?? {} }),
    reset: () => settle(),
  };
}

const isEmpty = (fields: object): boolean => Object.keys(fields).length === 0;

const isBlank = (value: FieldValue): boolean => value === null || (typeof value === 'string' && value.trim() === '');

/** What is wrong with a value, as far as this side can tell; the server has the last word. */
function faultOf(spec: FieldSpec, value: FieldValue, t: Translate<(typeof uiWords)['en']>): string | undefined {
  if (isBlank(value)) return spec.required ? t('form.required') : undefined;
  if (typeof value !== 'string' || spec.kind === 'switch' || spec.kind === 'choice') return undefined;
  if (spec.kind === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return t('form.notEmail');
  const { min = 0, max = Number.POSITIVE_INFINITY } = spec;
  if (value.length > max) return t('form.tooLong', { max });
  return value.length < min ? t('form.tooShort', { min }) : undefined;
}

/** What the server has refused about which field. */
function refusedIn(fields: object, { details }: ApiError, t: Translate<(typeof uiWords)['en']>) {
  const fieldErrors: Partial<Record<string, string>> = {};
  for (const { path, message } of details) {
    // A pattern says nothing to who types.
    const isPattern = message.includes('pattern');
    if (path in fields) fieldErrors[path] = isPattern ? t('form.badFormat') : t('form.invalid', { message });
  }
  return fieldErrors;
}

function faultsOf<V extends FormValues>(
  fields: FieldSpecs<V>,
  values: V,
  t: Translate<(typeof uiWords)['en']>,
): Partial<Record<keyof V, string>> {
  const names: (keyof V)[] = Object.keys(fields);
  const found: Partial<Record<keyof V, string>> = {};
  for (const name of names) {
    const fault = faultOf(fields[name], values[name] ?? null, t);
    if (fault) found[name] = fault;
  }
  return found;
}

function pick<V extends FormValues>(values: V, isPicked: (name: keyof V) => boolean): Partial<V> {
  const picked: Partial<V> = { ...values };
  for (const name in picked) if (!isPicked(name)) delete picked[name];
  return picked;
}

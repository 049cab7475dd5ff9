import { useEffect, useState } from 'react';
import type { ApiError } from '../../api/errors.ts';
import { fieldsOf } from '../diff.tsx';
import { changeDraft, useDraft, useRestoredAt } from '../draft.ts';
import { useFaults } from './faults.ts';
import type { FieldSpecs, FieldValue, FormValues, Unread } from './fields.ts';

/** What the server has, and the tag of that edition; null where nothing is there yet. */
export interface SavedForm<V extends FormValues> {
  readonly values: V;
  readonly tag: string | null;
}

interface Draft<V extends FormValues> {
  readonly base: SavedForm<V>;
  readonly edits: Partial<V>;
  readonly unread?: Unread;
}

export interface SchemaForm<V extends FormValues> {
  readonly fields: FieldSpecs<V>;
  readonly values: V;
  readonly errors: Readonly<Partial<Record<keyof V, string>>>;
  readonly unread: Unread;
  /** What differs from what the edit began with: the body of a PUT that merges. */
  readonly changed: Partial<V>;
  /** The name of the draft, for the review of what is made of it. */
  readonly draft: string;
  /** When the draft was written that the form was opened with, as long as something of it is not saved. */
  readonly restoredAt: string | undefined;
  /** The edition that the edit began with, for If-Match. */
  readonly tag: string | null;
  /** Someone else's edition, when it got in between. */
  readonly conflict: SavedForm<V> | null;
  readonly set: <K extends keyof V>(name: K, value: V[K], unread?: string) => void;
  /** Whether all fields are in order; says what is not beside each. */
  readonly check: () => boolean;
  /** Counts how often the errors were shown: each time the first tab with an error opens, and its field is focused. */
  readonly errorsShown: number;
  /** Shows the errors again; false where there are none. */
  readonly showErrors: () => boolean;
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
    const { base, edits, unread } = fieldsOf(value);
    const { values, tag } = fieldsOf(base);
    const isWhole = Object.keys(fields).every((name) => name in fieldsOf(values));
    return isWhole && isSome(values) && isSome(edits) && isUnread(unread) && (tag === null || typeof tag === 'string');
  };
}

const isUnread = (value: unknown): boolean =>
  Object.values(fieldsOf(value)).every((text) => text === undefined || typeof text === 'string');

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

/** What is wrong with the fields, and whether someone else has saved meanwhile, as the server says so. */
function useRefusals<V extends FormValues>(fields: FieldSpecs<V>, onStale: (() => void) | undefined) {
  const { refusedIn } = useFaults();
  const [errors, setErrors] = useState<Partial<Record<keyof V, string>>>({});
  const [stale, setStale] = useState(false);
  const [errorsShown, setErrorsShown] = useState(0);
  const showErrors = () => setErrorsShown((before) => before + 1);
  const applyServerErrors = (error: ApiError): boolean => {
    if (error.code === 'stale_write') {
      setStale(true);
      onStale?.();
      return true;
    }
    const fieldErrors = refusedIn(fields, error);
    setErrors((before) => ({ ...before, ...fieldErrors }));
    if (isEmpty(fieldErrors)) return false;
    showErrors();
    return true;
  };
  return { errors, setErrors, errorsShown, showErrors, stale, setStale, applyServerErrors };
}

/** A form made of a table of fields, bound to what the server has. */
export function useSchemaForm<V extends FormValues>(
  fields: FieldSpecs<V>,
  saved: SavedForm<V>,
  { draft: name, onStale }: FormOptions,
): SchemaForm<V> {
  const { faultsOf } = useFaults();
  const draftName = draftNameOf(name);
  const [draft, setDraft] = useDraft(draftName, isDraftOf(fields));
  const restoredAt = useRestoredAt(draftName);
  const { errors, setErrors, errorsShown, showErrors, stale, setStale, applyServerErrors } = useRefusals(
    fields,
    onStale,
  );
  const base = draft?.base ?? saved;
  const values: V = { ...base.values, ...draft?.edits };
  const changed = pick(values, (field) => values[field] !== base.values[field]);

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
    unread: unreadIn(draft),
    changed,
    draft: draftName,
    restoredAt: isEmpty(changed) ? undefined : restoredAt,
    tag: base.tag,
    conflict: stale && !isSaved && saved.tag !== base.tag ? saved : null,
    set: (field, value, text) => {
      const edit = pick({ ...values, [field]: value }, (one) => one === field);
      setDraft((before) => withEdit(before ?? { base: saved, edits: {} }, edit, { [field]: text }));
      setErrors((before) => ({ ...before, [field]: undefined }));
    },
    check: () => {
      const found = faultsOf(fields, values, unreadIn(draft));
      setErrors(found);
      if (isEmpty(found)) return true;
      showErrors();
      return false;
    },
    errorsShown,
    showErrors: () => {
      showErrors();
      return Object.values(errors).some(Boolean);
    },
    applyServerErrors,
    takeTheirs: () => settle(),
    // What was typed and put back as it was is theirs now.
    applyMine: () => settle({ base: saved, edits: changed, unread: unreadIn(draft) }),
    reset: () => settle(),
  };
}

const unreadIn = (draft: { readonly unread?: Unread } | undefined): Unread => draft?.unread ?? {};

const withEdit = <V extends FormValues>(draft: Draft<V>, edit: Partial<V>, unread: Unread): Draft<V> => ({
  base: draft.base,
  edits: { ...draft.edits, ...edit },
  unread: { ...draft.unread, ...unread },
});

const isEmpty = (fields: object): boolean => Object.keys(fields).length === 0;

function pick<V extends FormValues>(values: V, isPicked: (name: keyof V) => boolean): Partial<V> {
  const picked: Partial<V> = { ...values };
  for (const name in picked) if (!isPicked(name)) delete picked[name];
  return picked;
}

import { Button, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { Alert } from '../alert.tsx';
import { DateField } from '../date/date-field.tsx';
import { focusFault } from '../focus.ts';
import { IconLock } from '../icons.ts';
import { Conflict } from './conflict.tsx';
import type { FieldSpec, FieldValue, FormValues, Option } from './fields.ts';
import classes from './form.module.css';
import { NumberField } from './number-field.tsx';
import { RestoredDraft } from './restored-draft.tsx';
import type { SchemaForm } from './use-schema-form.ts';

interface SchemaFormFrameProps<V extends FormValues> {
  form: SchemaForm<V>;
  onSubmit: () => void;
  /** Whether the screen itself says what is not saved yet. */
  showsUnsaved?: boolean;
  children: ReactNode;
}

/** The form around its fields. Submits when every one is in order; else the first that is not is focused. */
export function SchemaFormFrame<V extends FormValues>(props: SchemaFormFrameProps<V>) {
  const { form, onSubmit, showsUnsaved = false, children } = props;
  const element = useRef<HTMLFormElement>(null);
  const { errorsShown } = form;
  useEffect(() => {
    if (errorsShown > 0 && element.current) focusFault(element.current);
  }, [errorsShown]);
  return (
    <form
      ref={element}
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (form.check()) onSubmit();
      }}
    >
      {sharedLockReason(form.fields) && <Alert tone="warning">{sharedLockReason(form.fields)}</Alert>}
      {!showsUnsaved && <RestoredDraft at={form.restoredAt} draft={form.draft} onDiscard={form.reset} />}
      {form.conflict && <Conflict form={form} theirs={form.conflict.values} />}
      {children}
    </form>
  );
}

/** The one reason for which every field is locked, if there is one: it is said once above them. */
export function sharedLockReason(fields: Readonly<Record<string, FieldSpec>>): string | undefined {
  const reasons = new Set(Object.values(fields).map(({ locked }) => locked));
  return reasons.size === 1 ? [...reasons][0] : undefined;
}

interface FormFieldProps<V extends FormValues> {
  form: SchemaForm<V>;
  name: keyof V;
}

export function FormField<V extends FormValues>({ form, name }: FormFieldProps<V>) {
  return (
    <Field
      name={String(name)}
      spec={sharedLockReason(form.fields) ? { ...form.fields[name], locked: '' } : form.fields[name]}
      value={form.values[name] ?? null}
      unread={form.unread[String(name)]}
      error={form.errors[name]}
      // oxlint-disable-next-line typescript/consistent-type-assertions -- a field gives back the kind of value it was given
      onChange={(value, unread) => form.set(name, value as V[typeof name], unread)}
    />
  );
}

/** Saves what was changed, once something is. */
export function SaveButton<V extends FormValues>({ form, children }: { form: SchemaForm<V>; children: ReactNode }) {
  return (
    <div>
      <Button type="submit" variant="default" disabled={Object.keys(form.changed).length === 0}>
        {children}
      </Button>
    </div>
  );
}

interface SchemaFieldsProps<V extends FormValues> {
  form: SchemaForm<V>;
  onSubmit: () => void;
  /** The buttons, and what stands between the fields and them. */
  children: ReactNode;
}

/** The fields of a form in their order. */
export function SchemaFields<V extends FormValues>({ form, onSubmit, children }: SchemaFieldsProps<V>) {
  const names: (keyof V)[] = Object.keys(form.fields);
  return (
    <SchemaFormFrame form={form} onSubmit={onSubmit}>
      {names.map((name) => (
        <FormField key={String(name)} form={form} name={name} />
      ))}
      {children}
    </SchemaFormFrame>
  );
}

interface FieldProps {
  name: string;
  spec: FieldSpec;
  value: FieldValue;
  error: string | undefined;
  unread: string | undefined;
  onChange: (value: FieldValue, unread?: string) => void;
}

const textOf = (value: FieldValue): string => (value === null ? '' : String(value));

/** What every kind of field is given. A locked one says why in place of its description. */
const sharedBy = (name: string, spec: FieldSpec, error: string | undefined) => ({
  name,
  label: spec.label,
  required: Boolean(spec.required),
  withAsterisk: false,
  error,
  description: spec.locked || spec.description,
  disabled: spec.locked !== undefined,
  ...(spec.dir && { dir: spec.dir }),
  ...(spec.locked !== undefined && { leftSection: <IconLock size={14} stroke={1.75} aria-hidden /> }),
});

/** A choice that was not made yet shows nothing, unless there is an option for that. */
const optionsFor = (options: readonly Option[], value: FieldValue): Option[] =>
  value === '' && !options.some((option) => option.value === '')
    ? [{ value: '', label: '' }, ...options]
    : [...options];

const boundsOf = ({ min, max, decimals }: Extract<FieldSpec, { kind: 'number' }>) => ({
  min: min ?? Number.MIN_SAFE_INTEGER,
  max: max ?? Number.MAX_SAFE_INTEGER,
  decimals: decimals ?? 0,
});

function Field({ name, spec, value, unread, error, onChange }: FieldProps) {
  const shared = sharedBy(name, spec, error);
  switch (spec.kind) {
    case 'switch':
      return (
        <Switch
          name={name}
          label={spec.label}
          description={shared.description}
          disabled={shared.disabled}
          error={error}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'number':
      return (
        <NumberField
          {...shared}
          {...boundsOf(spec)}
          value={typeof value === 'number' ? value : null}
          unread={unread}
          onChange={onChange}
        />
      );
    case 'date':
      return <DateField {...shared} withTime={spec.withTime ?? false} value={textOf(value)} onChange={onChange} />;
    case 'choice':
      return (
        <NativeSelect
          {...shared}
          value={textOf(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
          data={optionsFor(spec.options, value)}
        />
      );
    case 'long':
      return (
        <Textarea
          {...shared}
          autosize
          minRows={3}
          value={textOf(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'text':
    case 'email':
      return (
        <TextField
          {...shared}
          type={spec.kind}
          suggestions={spec.suggestions}
          value={textOf(value)}
          onChange={onChange}
        />
      );
  }
}

interface TextFieldProps extends Omit<ComponentProps<typeof TextInput>, 'onChange'> {
  suggestions: readonly Option[] | undefined;
  onChange: (value: string) => void;
}

function TextField({ suggestions, onChange, ...props }: TextFieldProps) {
  const list = `${props.name}-suggestions`;
  return (
    <>
      <TextInput
        {...props}
        {...(suggestions && { list })}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {suggestions && (
        <datalist id={list}>
          {suggestions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
}

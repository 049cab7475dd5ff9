import { NativeSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Conflict } from './conflict.tsx';
import classes from './form.module.css';
import type { FieldSpec, FieldValue, FormValues, SchemaForm } from './use-schema-form.ts';

interface SchemaFieldsProps<V extends FormValues> {
  form: SchemaForm<V>;
  onSubmit: () => void;
  /** The buttons, and what stands between the fields and them. */
  children: ReactNode;
}

/** The fields of a form in their order. Submits when every field is in order; else the first that is not is focused. */
export function SchemaFields<V extends FormValues>({ form, onSubmit, children }: SchemaFieldsProps<V>) {
  const names: (keyof V)[] = Object.keys(form.fields);
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        const { currentTarget } = event;
        if (form.check()) onSubmit();
        else requestAnimationFrame(() => currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      }}
    >
      {form.conflict && <Conflict form={form} theirs={form.conflict.values} />}
      {names.map((name) => (
        <Field
          key={String(name)}
          name={String(name)}
          spec={form.fields[name]}
          value={form.values[name] ?? null}
          error={form.errors[name]}
          // oxlint-disable-next-line typescript/consistent-type-assertions -- a field gives back the kind of value it was given
          onChange={(value) => form.set(name, value as V[typeof name])}
        />
      ))}
      {children}
    </form>
  );
}

interface FieldProps {
  name: string;
  spec: FieldSpec;
  value: FieldValue;
  error: string | undefined;
  onChange: (value: FieldValue) => void;
}

const textOf = (value: FieldValue): string => (value === null ? '' : String(value));

function Field({ name, spec, value, error, onChange }: FieldProps) {
  const shared = {
    ...{ name, label: spec.label, required: Boolean(spec.required), withAsterisk: false, error },
    ...{ description: spec.locked ?? spec.description, disabled: spec.locked !== undefined },
  };
  switch (spec.kind) {
    case 'switch':
      return (
        <Switch
          {...{ name, label: spec.label, description: shared.description, disabled: shared.disabled, error }}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...shared}
          min={spec.min ?? Number.MIN_SAFE_INTEGER}
          max={spec.max ?? Number.MAX_SAFE_INTEGER}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => onChange(typeof next === 'number' ? next : null)}
        />
      );
    case 'choice':
      return (
        <NativeSelect
          {...shared}
          value={textOf(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
          data={[...(value === '' ? [{ value: '', label: '' }] : []), ...spec.options]}
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
        <TextInput
          {...shared}
          type={spec.kind}
          autoComplete="off"
          value={textOf(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

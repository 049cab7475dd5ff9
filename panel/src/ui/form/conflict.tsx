import { Button, Group } from '@mantine/core';
import { useWords } from '../../words/define.ts';
import { Alert } from '../alert.tsx';
import { Text } from '../box.tsx';
import { isUnreadableDate, typedIn } from '../date/days.ts';
import { useFormat } from '../format.ts';
import { uiWords } from '../words.ts';
import type { FieldSpec, FieldValue, FormValues } from './fields.ts';
import classes from './form.module.css';
import type { SchemaForm } from './use-schema-form.ts';

interface ConflictProps<V extends FormValues> {
  form: SchemaForm<V>;
  theirs: V;
}

/** Someone else's edition beside one's own, for the fields that one changed; nothing is lost before one has chosen. */
export function Conflict<V extends FormValues>({ form, theirs }: ConflictProps<V>) {
  const t = useWords(uiWords);
  const format = useFormat();
  const shown = useShown();
  const differing: (keyof V)[] = Object.keys(form.fields).filter((name) => theirs[name] !== form.values[name]);
  const names = differing.filter((name) => name in form.changed);
  const named = (name: keyof V) => {
    const value = shown(form.fields[name], theirs[name] ?? null);
    return value ? `${form.fields[name].label} (${value})` : form.fields[name].label;
  };
  const theirsAlone = differing.filter((name) => !(name in form.changed)).map(named);
  return (
    <Alert tone="warning" role="alert" title={t('form.conflict')}>
      <Text as="p" mb="sm">
        {t('form.conflictText')}
      </Text>
      <table className={classes.conflict}>
        <thead>
          <tr>
            <th scope="col">{t('form.field')}</th>
            <th scope="col">{t('form.theirs')}</th>
            <th scope="col">{t('form.yours')}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={String(name)}>
              <th scope="row">{form.fields[name].label}</th>
              <td>{shown(form.fields[name], theirs[name] ?? null)}</td>
              <td>{shown(form.fields[name], form.values[name] ?? null)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {theirsAlone.length > 0 && (
        <Text as="p" mb="sm">
          {t('form.alsoChanged', { fields: format.list(theirsAlone) })}
        </Text>
      )}
      <Group mt="sm" gap="xs">
        <Button variant="default" onClick={form.takeTheirs}>
          {t('form.takeTheirs')}
        </Button>
        <Button variant="default" onClick={form.applyMine}>
          {t('form.applyMine')}
        </Button>
      </Group>
    </Alert>
  );
}

function useShown(): (spec: FieldSpec, value: FieldValue) => string {
  const format = useFormat();
  return (spec, value) => {
    if (spec.kind === 'choice') return spec.options.find((option) => option.value === value)?.label ?? String(value);
    if (spec.kind !== 'date' || !value) return String(value ?? '');
    if (isUnreadableDate(String(value))) return typedIn(String(value));
    return spec.withTime ? format.dateTime(`${String(value)}Z`, 'UTC') : format.date(String(value));
  };
}

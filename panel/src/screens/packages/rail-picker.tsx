import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Note, Text } from '../../ui/box.tsx';
import { readable, useWords } from '../../words/define.ts';
import { useRailName } from '../../words/rails.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './form.module.css';
import { commonRails, families, railOf, wholeFamilies } from './rails.ts';
import { packageWords } from './words.ts';

interface RailPickerProps {
  chosen: readonly string[];
  error: string | undefined;
  disabled: boolean;
  onChange: (chosen: readonly string[]) => void;
  provider: ProviderField;
}

/** A provider that is typed and not added yet. */
export interface ProviderField {
  typed: string;
  onType: (typed: string) => void;
  /** Whether someone went on without adding it. */
  isForgotten: boolean;
}

/** Payment methods: what there is everywhere, whole families, and providers one by one. */
export function RailPicker({ chosen, error, disabled, onChange, provider }: RailPickerProps) {
  const t = useWords(packageWords);
  const railName = useRailName();
  const offered: readonly string[] = [...commonRails, ...wholeFamilies];
  const providers = chosen.filter((rail) => !offered.includes(rail));
  const toggle = (rail: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, rail] : chosen.filter((one) => one !== rail));
  return (
    <fieldset className={classes.picker} disabled={disabled}>
      <legend>{t('form.rails')}</legend>
      <Note>{t('form.railsHint')}</Note>
      <div className={classes.rails}>
        {[...offered, ...providers].map((rail) => (
          <Checkbox
            key={rail}
            size="xs"
            label={railName(rail)}
            checked={chosen.includes(rail)}
            aria-invalid={error !== undefined}
            onChange={(event) => toggle(rail, event.currentTarget.checked)}
          />
        ))}
      </div>
      {error && (
        <Text as="p" size="sm" tone="danger">
          {t('form.railsNeeded')}
        </Text>
      )}
      {!disabled && (
        <NewProvider {...provider} onAdd={(rail) => !chosen.includes(rail) && onChange([...chosen, rail])} />
      )}
    </fieldset>
  );
}

interface NewProviderProps extends ProviderField {
  onAdd: (rail: string) => void;
}

function NewProvider({ typed, onType, isForgotten, onAdd }: NewProviderProps) {
  const t = useWords(packageWords);
  const word = useServerWord();
  const [family, setFamily] = useState<(typeof families)[number]>('localwallet');
  const rail = railOf(family, typed);
  const isWrong = typed.trim() !== '' && rail === undefined;
  const fault = isWrong ? t('form.badProvider') : isForgotten && t('form.providerNotAdded');
  const add = () => {
    if (rail === undefined) return;
    onAdd(rail);
    onType('');
  };
  return (
    <div className={classes.provider}>
      <NativeSelect
        label={t('form.kind')}
        value={family}
        onChange={(event) => setFamily(families.find((one) => one === event.currentTarget.value) ?? family)}
        data={families.map((value) => ({ value, label: readable(word('rail', value)) }))}
      />
      <TextInput
        label={t('form.provider')}
        placeholder={t('form.providerHint')}
        error={fault}
        maxLength={40}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <Button variant="default" disabled={rail === undefined} onClick={add}>
        {t('form.add')}
      </Button>
    </div>
  );
}

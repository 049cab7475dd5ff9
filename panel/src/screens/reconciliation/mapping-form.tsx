import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Inline, Note, Stack } from '../../ui/box.tsx';
import { useCurrencyOptions } from '../../words/currencies.ts';
import { useWords } from '../../words/define.ts';
import { type ColumnMapping, fits, noMapping, savedMapping } from './column-mapping.ts';
import classes from './reconciliation.module.css';
import { reconciliationWords } from './words.ts';

interface MappingFormProps {
  readonly rail: string;
  readonly headings: readonly string[];
  readonly onChoose: (mapping: ColumnMapping) => void;
}

const columns = ['idColumn', 'amountColumn', 'dateColumn'] as const;

/** Names the columns of a file with headings of its own; those of the last file of the rail are suggested. */
export function MappingForm({ rail, headings, onChoose }: MappingFormProps) {
  const t = useWords(reconciliationWords);
  const saved = savedMapping(rail);
  const [mapping, setMapping] = useState(fits(saved, headings) ? saved : noMapping);
  const currencies = useCurrencyOptions(mapping.currency);
  const set = (change: Partial<ColumnMapping>): void => setMapping((current) => ({ ...current, ...change }));
  const names = headings.map((name) => ({ value: name, label: name }));
  return (
    <Stack
      as="form"
      gap="md"
      aria-label={t('mapping.title')}
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(mapping);
      }}
    >
      <Note>{t('mapping.text')}</Note>
      <Inline className={classes.fields} align="stretch" wraps gap="md">
        {columns.map((column) => (
          <NativeSelect
            key={column}
            label={t(`mapping.${column}`)}
            required
            value={mapping[column]}
            onChange={(event) => set({ [column]: event.currentTarget.value })}
            data={[{ value: '', label: t('upload.choose') }, ...names]}
          />
        ))}
        <NativeSelect
          label={t('mapping.currencyColumn')}
          value={mapping.currencyColumn}
          onChange={(event) => set({ currencyColumn: event.currentTarget.value })}
          data={[{ value: '', label: t('mapping.oneCurrency') }, ...names]}
        />
        {mapping.currencyColumn === '' && (
          <NativeSelect
            label={t('mapping.currency')}
            value={mapping.currency}
            onChange={(event) => set({ currency: event.currentTarget.value })}
            data={currencies}
          />
        )}
        <NativeSelect
          label={t('mapping.amountUnit')}
          value={mapping.amountUnit}
          onChange={(event) => set({ amountUnit: event.currentTarget.value === 'minor' ? 'minor' : 'major' })}
          data={[
            { value: 'major', label: t('mapping.major') },
            { value: 'minor', label: t('mapping.minor') },
          ]}
        />
      </Inline>
      <div>
        <Button type="submit">{t('mapping.compare')}</Button>
      </div>
    </Stack>
  );
}

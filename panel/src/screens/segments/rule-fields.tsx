import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Pair, Text } from '../../ui/box.tsx';
import { FormField } from '../../ui/form/schema-form.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { countQuery, type SegmentRule } from './queries.ts';
import { codesIn, ruleOf, type SegmentValues } from './rule-form.ts';
import { platformName, platforms } from './rule-words.ts';
import classes from './segments.module.css';
import { segmentWords } from './words.ts';

/** The languages that most users have; any other is found by its code. */
const languageCodes = [
  'ar',
  'id',
  'en',
  'ms',
  'tr',
  'fr',
  'es',
  'pt',
  'hi',
  'ur',
  'th',
  'vi',
  'tl',
  'zh',
  'ja',
  'ko',
  'ru',
  'de',
  'fa',
  'bn',
  'sw',
];

interface ListFieldProps {
  form: SchemaForm<SegmentValues>;
  name: 'rule.countries' | 'rule.languages' | 'rule.platforms';
  options: readonly { readonly value: string; readonly label: string }[];
  isLocked: boolean;
}

/** Several of many, found by typing. Enter takes the first that is found, and never sends the form. */
function ListField({ form, name, options, isLocked }: ListFieldProps) {
  const t = useWords(segmentWords);
  const [typed, setTyped] = useState('');
  const chosen = codesIn(form.values[name]);
  const known = new Set(options.map(({ value }) => value));
  return (
    <MultiSelect
      label={form.fields[name].label}
      placeholder={chosen.length === 0 ? t('form.any') : ''}
      searchable
      clearable
      hidePickedOptions
      searchValue={typed}
      onSearchChange={setTyped}
      selectFirstOptionOnChange={typed.trim() !== ''}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
      }}
      disabled={isLocked}
      nothingFoundMessage={t('form.noneFound')}
      clearButtonProps={{ 'aria-label': t('form.clear', { what: form.fields[name].label }) }}
      value={chosen}
      onChange={(codes) => form.set(name, codes.join())}
      data={[...options, ...chosen.filter((code) => !known.has(code)).map((value) => ({ value, label: value }))]}
    />
  );
}

/** The conditions of a rule. Whatever is left empty holds of everyone. */
export function RuleFields({ form, isLocked }: { form: SchemaForm<SegmentValues>; isLocked: boolean }) {
  const { all, language } = usePlaces();
  const languages = languageCodes
    .map((value) => ({ value, label: language(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  return (
    <>
      <ListField form={form} name="rule.countries" options={all()} isLocked={isLocked} />
      <ListField form={form} name="rule.languages" options={languages} isLocked={isLocked} />
      <ListField
        form={form}
        name="rule.platforms"
        options={platforms.map((value) => ({ value, label: platformName(value) }))}
        isLocked={isLocked}
      />
      <Pair>
        <FormField form={form} name="rule.guest" />
        <FormField form={form} name="rule.subscribed" />
        <FormField form={form} name="rule.minSpendCents" />
        <FormField form={form} name="rule.maxSpendCents" />
        <FormField form={form} name="rule.registeredAfter" />
        <FormField form={form} name="rule.registeredBefore" />
      </Pair>
      <FormField form={form} name="rule.seenWithinDays" />
    </>
  );
}

/** How many users the fields say now, asked for when the typing pauses. */
export function LiveCount({ values }: { values: SegmentValues }) {
  const [settled] = useDebouncedValue(values, 300);
  return <Count rule={ruleOf(settled)} isStale={settled !== values} />;
}

function Count({ rule, isStale }: { rule: SegmentRule; isStale: boolean }) {
  const t = useWords(segmentWords);
  const format = useFormat();
  const { data, isError, isFetching } = useQuery(countQuery(rule));
  const said = data === undefined ? t('counting') : t('count', { count: data, amount: format.number(data) });
  return (
    <Text
      as="p"
      className={classes.count}
      framed="sunken"
      pad="sm"
      weight="strong"
      role="status"
      data-stale={isStale || isFetching || undefined}
    >
      {isError ? t('notCounted') : said}
    </Text>
  );
}

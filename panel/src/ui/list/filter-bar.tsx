import { ActionIcon, Button, CloseButton, NativeSelect, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useWords } from '../../words/define.ts';
import { DateField } from '../date/date-field.tsx';
import { IconLayoutRows, IconRefresh, IconSearch } from '../icons.ts';
import { lazyComponent } from '../lazy-component.tsx';
import { setPreferences, usePreferences } from '../preferences.ts';
import { uiWords } from '../words.ts';
import classes from './list.module.css';
import { SavedViews } from './saved-views.tsx';
import type { ListState } from './search.ts';

/** Few lists have one, and what it stands on is large. */
const SearchFilter = lazyComponent(async () => (await import('./search-filter.tsx')).SearchFilter);

type Choice = string | boolean;

export type FilterSpec<S> =
  | { readonly kind: 'text'; readonly name: keyof S; readonly label: string }
  | { readonly kind: 'day'; readonly name: keyof S; readonly label: string }
  | {
      readonly kind: 'choice';
      readonly name: keyof S;
      readonly label: string;
      readonly options: readonly { readonly value: Choice; readonly label: string }[];
    }
  | {
      /** A choice among so many that one types to find it. */
      readonly kind: 'search';
      readonly name: keyof S;
      readonly label: string;
      readonly options: readonly { readonly value: string; readonly label: string }[];
    };

interface FilterBarProps<S extends ListState> {
  name: string;
  search: S;
  onSearch: (next: S) => void;
  filters: readonly FilterSpec<S>[];
  onClear: (() => void) | undefined;
  onRefresh: () => void;
  refreshing: boolean;
}

export function FilterBar<S extends ListState>(props: FilterBarProps<S>) {
  const { name, search, onSearch, filters, onClear, onRefresh, refreshing } = props;
  const t = useWords(uiWords);
  const { density } = usePreferences();
  // Another filter is another list: its pages begin anew.
  const set = (field: keyof S, value: Choice | undefined) =>
    onSearch({ ...search, cursors: undefined, [field]: value });
  const other = density === 'dense' ? 'roomy' : 'dense';
  return (
    <search className={classes.bar}>
      {filters.map((filter) => (
        <Filter
          key={String(filter.name)}
          filter={filter}
          value={search[filter.name]}
          onSet={(value) => set(filter.name, value)}
        />
      ))}
      {onClear && (
        <Button variant="subtle" color="gray" onClick={onClear}>
          {t('list.clear')}
        </Button>
      )}
      <div className={classes.tools}>
        <SavedViews name={name} search={search} onSearch={onSearch} />
        <Tooltip label={`${t('list.density')}: ${t(`list.${other}`)}`}>
          <ActionIcon
            aria-label={`${t('list.density')}: ${t(`list.${other}`)}`}
            onClick={() => setPreferences({ density: other })}
          >
            <IconLayoutRows size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('list.refresh')}>
          <ActionIcon aria-label={t('list.refresh')} loading={refreshing} onClick={onRefresh}>
            <IconRefresh size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </div>
    </search>
  );
}

interface FilterProps<S> {
  filter: FilterSpec<S>;
  value: unknown;
  onSet: (value: Choice | undefined) => void;
}

function Filter<S>({ filter, value, onSet }: FilterProps<S>) {
  if (filter.kind === 'text') return <TextFilter label={filter.label} value={textOf(value)} onSet={onSet} />;
  if (filter.kind === 'day') {
    return (
      <span className={classes.day} data-set={textOf(value) !== '' || undefined}>
        <span aria-hidden className={classes.dayLabel}>
          {filter.label}
        </span>
        <DateField
          aria-label={filter.label}
          commitOnLeave
          placeholder={filter.label}
          value={textOf(value)}
          onChange={(day) => onSet(day || undefined)}
        />
      </span>
    );
  }
  if (filter.kind === 'search') {
    return (
      <Suspense fallback={<span className={classes.choice} />}>
        <SearchFilter label={filter.label} options={filter.options} value={textOf(value)} onSet={onSet} />
      </Suspense>
    );
  }
  return <ChoiceFilter {...filter} value={value} onSet={onSet} />;
}

interface ChoiceFilterProps {
  label: string;
  options: readonly { readonly value: Choice; readonly label: string }[];
  value: unknown;
  onSet: (value: Choice | undefined) => void;
}

const noOptions: ChoiceFilterProps['options'] = [];

/** A long list of options comes after the rest of the page, but for the one that is chosen. */
function ChoiceFilter({ label, options, value, onSet }: ChoiceFilterProps) {
  const t = useWords(uiWords);
  const isLong = options.length > 30;
  const isWaiting = useDeferredValue(isLong ? options : noOptions, noOptions) === noOptions && isLong;
  const chosen = options.findIndex((option) => option.value === value);
  return (
    <NativeSelect
      aria-label={label}
      className={classes.choice}
      data-set={chosen >= 0 || undefined}
      value={String(chosen)}
      onChange={(event) => onSet(options[Number(event.currentTarget.value)]?.value)}
      data={[
        { value: '-1', label: `${label}: ${t('list.any')}` },
        ...options.flatMap((option, index) =>
          isWaiting && index !== chosen ? [] : [{ value: String(index), label: `${label}: ${option.label}` }],
        ),
      ]}
    />
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

interface TextFilterProps {
  label: string;
  value: string;
  onSet: (value: string | undefined) => void;
}

/** Follows the typing with a short pause, and the address bar when that changes by other means. */
function TextFilter({ label, value, onSet }: TextFilterProps) {
  const t = useWords(uiWords);
  const [typed, setTyped] = useState(value);
  // What this box has put into the address bar comes back as it is there, and must not undo what is typed since.
  const sent = useRef(value);
  const settle = useDebouncedCallback((next: string) => {
    sent.current = next.trim();
    onSet(sent.current || undefined);
  }, 250);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  const type = (next: string) => {
    setTyped(next);
    settle(next);
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      className={classes.search}
      leftSection={<IconSearch size={15} stroke={1.75} />}
      rightSection={typed && <CloseButton size="sm" aria-label={t('list.clear')} onClick={() => type('')} />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

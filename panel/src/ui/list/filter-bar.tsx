import { ActionIcon, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, Suspense, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useWords } from '../../words/define.ts';
import { Inline, Text } from '../box.tsx';
import { DateField } from '../date/date-field.tsx';
import { useHint } from '../hint.tsx';
import { IconLayoutRows, IconRefresh, IconSearch, IconX } from '../icons.ts';
import { lazyComponent } from '../lazy-component.tsx';
import { setPreferences, usePreferences } from '../preferences.ts';
import { whenIdle } from '../when-idle.ts';
import { uiWords } from '../words.ts';
import type { Choice, FilterSpec, Options } from './filter-spec.ts';
import { useFoldedFilters } from './fold-filters.tsx';
import classes from './list.module.css';
import { type ListName, ListTools } from './list-tools.ts';
import type { ListState } from './search.ts';

/** Few lists have one, and what it stands on is large. */
const SearchFilter = lazyComponent(async () => (await import('./search-filter.tsx')).SearchFilter);

interface FilterBarProps<S extends ListState> {
  name: ListName;
  search: S;
  onSet: (name: keyof S, value: Choice | undefined) => void;
  filters: readonly FilterSpec<S>[];
  onClear: (() => void) | undefined;
  onRefresh: () => void;
  refreshing: boolean;
}

export function FilterBar<S extends ListState>(props: FilterBarProps<S>) {
  const { name, search, onSet, filters, onClear, onRefresh, refreshing } = props;
  const t = useWords(uiWords);
  const { density } = usePreferences();
  const Tools = useContext(ListTools);
  const { shown, button } = useFoldedFilters(filters, search);
  return (
    <search className={classes.bar}>
      {shown.map((filter) => (
        <Filter
          key={String(filter.name)}
          filter={filter}
          value={search[filter.name]}
          onSet={(value) => onSet(filter.name, value)}
        />
      ))}
      {onClear && <Tool label={t('list.clear')} onClick={onClear} icon={<IconX size={16} stroke={1.75} />} />}
      <Inline className={classes.tools}>
        {button}
        {Tools && <Tools name={name} search={search} />}
        <Tool
          label={`${t('list.density')}: ${t(`list.${density}`)}`}
          onClick={() => setPreferences({ density: density === 'dense' ? 'roomy' : 'dense' })}
          icon={<IconLayoutRows size={16} stroke={1.75} />}
        />
        <Tool
          label={t('list.refresh')}
          loading={refreshing}
          onClick={onRefresh}
          icon={<IconRefresh size={16} stroke={1.75} />}
        />
      </Inline>
    </search>
  );
}

interface ToolProps {
  label: string;
  icon: ReactNode;
  loading?: boolean;
  onClick: () => void;
}

function Tool({ label, icon, loading = false, onClick }: ToolProps) {
  const { hint, events } = useHint(label);
  return (
    <>
      <ActionIcon aria-label={label} loading={loading} onClick={onClick} {...events}>
        {icon}
      </ActionIcon>
      {hint}
    </>
  );
}

interface FilterProps<S> {
  filter: FilterSpec<S>;
  value: unknown;
  onSet: (value: Choice | undefined) => void;
}

function Filter<S>({ filter, value, onSet }: FilterProps<S>) {
  if (filter.kind === 'text') {
    const { label, placeholder = label } = filter;
    return <TextFilter label={label} placeholder={placeholder} value={textOf(value)} onSet={onSet} />;
  }
  if (filter.kind === 'day') {
    return (
      <span className={classes.day} data-set={textOf(value) !== '' || undefined}>
        <Text aria-hidden className={classes.setLabel} size="xs" tone="accent" tight>
          {filter.label}
        </Text>
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
      <Suspense fallback={<Room label={filter.label} />}>
        <SearchFilter {...filter} value={textOf(value)} onSet={onSet} />
      </Suspense>
    );
  }
  return <ChoiceFilter {...filter} value={value} onSet={onSet} />;
}

/** As much room as a filter will take that is on its way, so that the others stay where they are. */
function Room({ label }: { label: string }) {
  const t = useWords(uiWords);
  return (
    <TextInput
      disabled
      className={`${classes.choice} ${classes.room}`}
      placeholder={`${label}: ${t('list.any')}`}
      rightSection={<span />}
    />
  );
}

interface ChoiceFilterProps {
  label: string;
  options: Options | (() => Options);
  value: unknown;
  onSet: (value: Choice | undefined) => void;
}

const noOptions: Options = [];

/** Many options are made when the page is idle, or when they are wanted. */
function useOptions(options: Options | (() => Options), isSet: boolean) {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  const make = typeof options === 'function' ? options : () => options;
  const isWaiting = typeof options === 'function' && !isIdle && !isSet;
  return { options: isWaiting ? noOptions : make(), fill: () => setIdle(true) };
}

function ChoiceFilter({ label, value, onSet, ...filter }: ChoiceFilterProps) {
  const t = useWords(uiWords);
  const { options, fill } = useOptions(filter.options, value !== undefined);
  const chosen = options.findIndex((option) => option.value === value);
  const shown = useMemo(
    () =>
      options.map((option, index) => (
        <option key={String(option.value)} value={index}>
          {option.label}
        </option>
      )),
    [options],
  );
  return (
    <span className={classes.choice} data-set={chosen >= 0 || undefined}>
      <Text aria-hidden className={classes.setLabel} size="xs" tone="accent" tight>
        {label}
      </Text>
      <NativeSelect
        aria-label={label}
        value={String(chosen)}
        onChange={(event) => onSet(options[Number(event.currentTarget.value)]?.value)}
        onPointerEnter={fill}
        onFocus={fill}
      >
        <option value={-1}>{`${label}: ${t('list.any')}`}</option>
        {shown}
      </NativeSelect>
    </span>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

interface TextFilterProps {
  label: string;
  placeholder: string;
  value: string;
  onSet: (value: string | undefined) => void;
}

/** Follows the typing with a short pause, and the address bar when that changes by other means. */
function TextFilter({ label, placeholder, value, onSet }: TextFilterProps) {
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
      placeholder={placeholder}
      title={placeholder === label ? undefined : label}
      className={classes.search}
      leftSection={<IconSearch size={15} stroke={1.75} />}
      rightSection={typed && <CloseButton size="sm" aria-label={t('list.clear')} onClick={() => type('')} />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

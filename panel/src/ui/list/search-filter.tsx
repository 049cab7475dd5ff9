import { Select } from '@mantine/core';
import { useWords } from '../../words/define.ts';
import { uiWords } from '../words.ts';
import classes from './list.module.css';

interface SearchFilterProps {
  label: string;
  options: readonly { readonly value: string; readonly label: string }[];
  value: string;
  onSet: (value: string | undefined) => void;
}

/** Options that are found by typing. */
export function SearchFilter({ label, options, value, onSet }: SearchFilterProps) {
  const t = useWords(uiWords);
  const isKnown = options.some((option) => option.value === value);
  return (
    <Select
      aria-label={label}
      placeholder={`${label}: ${t('list.any')}`}
      className={classes.choice}
      data-set={isKnown || undefined}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `${t('list.clear')}: ${label}` }}
      nothingFoundMessage={t('list.emptyFiltered')}
      value={isKnown ? value : null}
      onChange={(next) => onSet(next ?? undefined)}
      data={options}
    />
  );
}

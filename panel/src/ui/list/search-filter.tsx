import { Select } from '@mantine/core';
import { useWords } from '../../words/define.ts';
import { uiWords } from '../words.ts';
import classes from './list.module.css';

interface SearchFilterProps {
  label: string;
  options: readonly { readonly value: string; readonly label: string }[];
  onType?: (text: string) => void;
  value: string;
  onSet: (value: string | undefined) => void;
}

/** Options that are found by typing. */
export function SearchFilter({ label, options, onType, value, onSet }: SearchFilterProps) {
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
      nothingFoundMessage={t(onType ? 'list.typeToFind' : 'list.emptyFiltered')}
      {...(onType && { onSearchChange: onType, filter: ({ options: found }) => found })}
      value={isKnown ? value : null}
      onChange={(next) => onSet(next ?? undefined)}
      data={options}
    />
  );
}

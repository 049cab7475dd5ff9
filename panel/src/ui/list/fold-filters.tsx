import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWords } from '../../words/define.ts';
import { useIsNarrow } from '../narrow.ts';
import { uiWords } from '../words.ts';
import type { FilterSpec } from './filter-spec.ts';

/** What stays when filters are folded away: where one types, and what is chosen. */
export const whileFolded = <S,>(filters: readonly FilterSpec<S>[], search: S): readonly FilterSpec<S>[] => {
  const kept = filters.filter(({ kind, name }) => kind === 'text' || search[name] !== undefined);
  // A button in place of a single one would save nothing.
  return filters.length - kept.length > 1 ? kept : filters;
};

/** On a phone a row for each filter would push the list off the page, so most are shown when they are asked for. */
export function useFoldedFilters<S>(
  filters: readonly FilterSpec<S>[],
  search: S,
): { readonly shown: readonly FilterSpec<S>[]; readonly button: ReactNode } {
  const t = useWords(uiWords);
  const isNarrow = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  const folded = whileFolded(filters, search);
  if (!isNarrow || folded.length === filters.length) return { shown: filters, button: null };
  return {
    shown: isOpen ? filters : folded,
    button: (
      <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('list.filters')}
      </Button>
    ),
  };
}

import { expect, it } from 'vitest';
import type { FilterSpec } from './filter-spec.ts';
import { whileFolded } from './fold-filters.tsx';

interface Search {
  q?: string;
  status?: string;
  country?: string;
  kind?: string;
}

const filters: readonly FilterSpec<Search>[] = [
  { kind: 'text', name: 'q', label: 'Search' },
  { kind: 'choice', name: 'status', label: 'Status', options: [] },
  { kind: 'choice', name: 'country', label: 'Country', options: [] },
  { kind: 'choice', name: 'kind', label: 'Kind', options: [] },
];
const namesIn = (search: Search) => whileFolded(filters, search).map(({ name }) => name);

it('Where filters are folded, the search and what is chosen stay', () => {
  expect(namesIn({})).toEqual(['q']);
  expect(namesIn({ q: 'a' })).toEqual(['q']);
  expect(namesIn({ country: 'EG' })).toEqual(['q', 'country']);
});

it('A single filter is not folded away', () => {
  expect(namesIn({ country: 'EG', kind: 'guest' })).toEqual(['q', 'status', 'country', 'kind']);
  expect(whileFolded<Search>(filters.slice(0, 2), {})).toHaveLength(2);
});

import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '../../words/define.ts';
import { useTitleOf } from '../../words/title.ts';
import { episodesQuery, type Series, seriesListQuery } from '../catalog/queries.ts';
import { CadenceDrawer } from './cadence-drawer.tsx';
import { cadenceWords } from './cadence-words.ts';

/** The cadence builder for a series that is chosen here; all its episodes that are in review are taken. */
export function CadenceOfSeries({ onClose }: { onClose: () => void }) {
  const t = useWords(cadenceWords);
  const titleOf = useTitleOf();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 200);
  const [series, setSeries] = useState<Series | null>(null);
  const { data: page } = useQuery(seriesListQuery({ sort: 'title', order: 'asc', limit: 200, ...(q && { q }) }));
  const { data: episodes = [] } = useQuery({ ...episodesQuery(series?.id ?? ''), enabled: series !== null });
  const found = page?.items.filter(({ id, episodeCount }) => episodeCount > 0 && id !== series?.id) ?? [];
  const offered = series ? [series, ...found] : found;
  return (
    <CadenceDrawer
      series={series && episodes.length > 0 ? series : null}
      episodes={episodes.filter(({ status }) => status === 'in_review')}
      onClose={onClose}
      picker={
        <>
          <TextInput
            data-autofocus
            type="search"
            label={t('find')}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <NativeSelect
            label={t('series')}
            value={series?.id ?? ''}
            onChange={({ currentTarget: { value } }) => setSeries(offered.find(({ id }) => id === value) ?? null)}
            data={[
              { value: '', label: t('choose') },
              ...offered.map((one) => ({ value: one.id, label: titleOf(one) })),
            ]}
          />
        </>
      }
    />
  );
}

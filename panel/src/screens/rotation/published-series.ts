import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePictures } from '../../app/pictures.tsx';
import type { SeriesOffer } from '../../app/series-pick.tsx';
import { useTitleIn } from '../../words/title.ts';
import { seriesListQuery, seriesQuery } from '../catalog/queries.ts';

interface SeriesSearch {
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly offers: readonly SeriesOffer[];
}

/** Published series by what is typed, and the chosen one also where it is none of the first. */
export function usePublishedSeries(chosen: string): SeriesSearch {
  const titleIn = useTitleIn();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 200);
  const search = { status: 'published', sort: 'title', order: 'asc', limit: 25, ...(q && { q }) } as const;
  const { data: page } = useQuery(seriesListQuery(search));
  const found = page?.items ?? [];
  const isFound = found.some(({ id }) => id === chosen);
  const { data: named } = useQuery({
    ...seriesQuery(chosen),
    enabled: chosen !== '' && page !== undefined && !isFound,
  });
  const all = named && !isFound ? [named.data, ...found] : found;
  const pictureOf = usePictures(all.map(({ posterAssetId }) => posterAssetId));
  const offers = all.map(({ id, title, titleI18n, posterAssetId }) => ({
    id,
    title: titleIn(title, titleI18n),
    picture: pictureOf(posterAssetId),
  }));
  return { typed, onType: setTyped, offers };
}

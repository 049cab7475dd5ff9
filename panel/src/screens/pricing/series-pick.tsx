import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ownAddress } from '../../api/own-address.ts';
import { SeriesPick } from '../../app/series-pick.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useTitleIn } from '../../words/title.ts';
import { seriesChoicesQuery } from './queries.ts';
import { pricingWords } from './words.ts';

interface PricedSeriesPickProps {
  chosen: string | undefined;
  onChoose: (id: string) => void;
  autoFocus?: boolean;
}

/** A series, for those who set prices: they need not see the catalog. */
export function PricedSeriesPick({ chosen, onChoose, autoFocus = false }: PricedSeriesPickProps) {
  const t = useWords(pricingWords);
  const word = useServerWord();
  const titleIn = useTitleIn();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 200);
  const { data: found = [] } = useQuery(seriesChoicesQuery(q));
  // The one that a link names may be none of the newest.
  const { data: named = [] } = useQuery({ ...seriesChoicesQuery(chosen ?? ''), enabled: chosen !== undefined });
  const isFound = found.some(({ id }) => id === chosen);
  const offers = isFound || typed !== '' ? found : [...named.filter(({ id }) => id === chosen), ...found];
  return (
    <SeriesPick
      label={t('series')}
      search={t('findSeries')}
      none={t('noSeries')}
      typed={typed}
      onType={setTyped}
      chosen={chosen}
      onChoose={onChoose}
      autoFocus={autoFocus}
      offers={offers.map(({ id, title, titleI18n, status, episodeCount, pictureUrl }) => ({
        id,
        title: titleIn(title, titleI18n),
        hint: t('seriesHint', { status: word('status', status), count: episodeCount }),
        picture: pictureUrl === null ? undefined : ownAddress(pictureUrl),
      }))}
    />
  );
}

import { NativeSelect } from '@mantine/core';
import { useWords } from '../words/define.ts';
import { usePlaces } from '../words/places.ts';
import { uiWords } from './words.ts';

interface MarketChoiceProps {
  value: string | undefined;
  onChange: (market: string | undefined) => void;
}

/** One country, or all of them. */
export function MarketChoice({ value = '', onChange }: MarketChoiceProps) {
  const t = useWords(uiWords);
  const { all } = usePlaces();
  return (
    <NativeSelect
      aria-label={t('market.label')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      data={[{ value: '', label: t('market.all') }, ...all()]}
    />
  );
}

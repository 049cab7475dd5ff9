import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { Delta } from './delta.tsx';
import type { SeriesDetail } from './queries.ts';
import { Tiles } from './tiles.tsx';
import { analyticsWords } from './words.ts';

type Episodes = SeriesDetail['episodes'];
type Counted = 'starts' | 'completes' | 'paywallHits' | 'unlocks' | 'coinsBurned' | 'watchSeconds';

const sumOf = (episodes: Episodes, of: Counted): number => episodes.reduce((sum, episode) => sum + episode[of], 0);

interface SeriesTotalsProps {
  series: SeriesDetail;
  before: SeriesDetail | undefined;
}

/** What all episodes come to. */
export function SeriesTotals({ series, before }: SeriesTotalsProps) {
  const t = useWords(analyticsWords);
  const format = useFormat();
  const lasting = (seconds: number) => format.duration(seconds * 1000);
  const figures = [
    ['starts', 'starts', format.number],
    ['completes', 'completes', format.number],
    ['paywallHits', 'paywallHits', format.number],
    ['unlocks', 'unlocks', format.number],
    ['coins', 'coinsBurned', format.number],
    ['watched', 'watchSeconds', lasting],
  ] as const;
  return (
    <Tiles
      label={t('series.totals')}
      figures={figures.map(([key, of, show]) => {
        const now = sumOf(series.episodes, of);
        return {
          key,
          label: t(`content.${key}`),
          value: show(now),
          delta: before && <Delta now={now} before={sumOf(before.episodes, of)} period={before.period} />,
        };
      })}
    />
  );
}

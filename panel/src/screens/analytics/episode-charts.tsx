import { Columns } from '../../ui/box.tsx';
import { ChartFrame } from '../../ui/chart/chart-frame.tsx';
import type { Line, Point } from '../../ui/chart/figures.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import type { SeriesDetail } from './queries.ts';
import { analyticsWords } from './words.ts';

interface EpisodeChartsProps {
  series: SeriesDetail;
  before: SeriesDetail | undefined;
}

type Episode = SeriesDetail['episodes'][number];

/** Who goes on watching, who comes to the paywall and who pays there, episode by episode. */
export function EpisodeCharts({ series, before }: EpisodeChartsProps) {
  const t = useWords(analyticsWords);
  const format = useFormat();
  const starts = useEpisodeLines({ key: 'starts', label: t('content.starts'), color: 'iris.6' }, series, before);
  const unlocks = useEpisodeLines({ key: 'unlocks', label: t('content.unlocks'), color: 'teal.6' }, series, before);
  const along = {
    alongLabel: t('series.episode'),
    showAt: (number: string) => format.number(Number(number)),
  };
  const free = useFreeEpisodes(series);
  return (
    <Columns min="xl">
      <ChartFrame
        {...along}
        title={t('series.retention')}
        unit={t('unit.viewers')}
        lines={[...starts.lines, { key: 'completes', label: t('content.completes'), color: 'orange.5' }]}
        points={withValues(starts.points, series, 'completes')}
      />
      <ChartFrame
        {...along}
        title={t('series.paywall')}
        unit={t('unit.viewers')}
        aside={<small>{free}</small>}
        lines={[{ key: 'paywallHits', label: t('content.paywallHits'), color: 'pink.5' }, ...unlocks.lines]}
        points={withValues(unlocks.points, series, 'paywallHits')}
      />
      <ChartFrame
        {...along}
        title={t('series.rate')}
        unit={t('unit.percent')}
        kind="bar"
        showValue={(percent) => format.percent(percent / 100)}
        lines={[{ key: 'rate', label: t('series.unlockRate'), color: 'teal.6' }]}
        points={series.episodes
          .filter(({ unlockRate }) => unlockRate !== null)
          .map(({ episodeNumber, unlockRate }) => ({
            at: String(episodeNumber),
            values: { rate: unlockRate && Math.round(unlockRate * 1000) / 10 },
          }))}
      />
    </Columns>
  );
}

/** How many episodes were free in the period; where that changed, on which days. */
function useFreeEpisodes({ freeEpisodesInPeriod: spans }: SeriesDetail): string {
  const t = useWords(analyticsWords);
  const format = useFormat();
  const [first, ...others] = spans;
  if (others.length === 0) {
    const count = first?.freeEpisodes ?? 0;
    return count === 0 ? t('series.noneFree') : t('series.free', { count });
  }
  const texts = spans.map(({ start, end, freeEpisodes }) =>
    t('series.freeSpan', { amount: format.number(freeEpisodes), days: format.dayRange(start, end) }),
  );
  return t('series.freeChanged', { spans: format.list(texts) });
}

const unpublished: readonly Episode['status'][] = ['draft', 'in_review', 'scheduled'];

/** A figure of an episode; none, rather than zero, where viewers never could watch it. */
const figureOf = (episode: Episode, key: 'starts' | 'completes' | 'paywallHits' | 'unlocks'): number | null =>
  episode[key] === 0 && unpublished.includes(episode.status) ? null : episode[key];

const withValues = (points: readonly Point[], { episodes }: SeriesDetail, key: 'completes' | 'paywallHits'): Point[] =>
  points.map(({ at, values }, index) => {
    const episode = episodes[index];
    return { at, values: { ...values, [key]: episode ? figureOf(episode, key) : null } };
  });

/** A figure by episode, and as a second line what it was in the days before. */
function useEpisodeLines(
  line: Line & { readonly key: 'starts' | 'unlocks' },
  { episodes }: SeriesDetail,
  before: SeriesDetail | undefined,
): { lines: Line[]; points: Point[] } {
  const t = useWords(analyticsWords);
  const format = useFormat();
  const earlier = new Map(before?.episodes.map((episode) => [episode.episodeNumber, episode[line.key]]));
  const days = before && format.dayRange(before.period.start, before.period.end);
  return {
    lines: [
      line,
      ...(days === undefined
        ? []
        : [
            {
              key: 'before',
              label: `${line.label}: ${t('previous', { period: days })}`,
              color: 'gray.6',
              dashed: true,
            },
          ]),
    ],
    points: episodes.map((episode) => ({
      at: String(episode.episodeNumber),
      values: {
        [line.key]: figureOf(episode, line.key),
        ...(before && { before: earlier.get(episode.episodeNumber) ?? null }),
      },
    })),
  };
}

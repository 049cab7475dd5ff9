import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Loaded } from '../../api/loaded.tsx';
import { useSession } from '../../app/session.ts';
import { Note, Stack } from '../../ui/box.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { type SeriesDetail, seriesAnalyticsQuery } from '../analytics/queries.ts';
import { episodeWords } from './episode-words.ts';
import type { Episode } from './queries.ts';

/** What viewers did with an episode that is out, to those who may see figures. */
export function EpisodeFigures({ episode }: { episode: Episode }) {
  const t = useWords(episodeWords);
  const { can } = useSession();
  const isShown = can('analytics:read') && episode.publishedAt !== null;
  const figures = useQuery({ ...seriesAnalyticsQuery(episode.seriesId, {}), enabled: isShown });
  if (!isShown) return null;
  return (
    <Stack as="section" gap="sm" aria-labelledby="figures">
      <h2 id="figures">{t('watching')}</h2>
      <Loaded query={figures} lines={4}>
        {(series) => <Figures series={series} episodeId={episode.id} />}
      </Loaded>
      <Link to="/analytics/content/$id" params={{ id: episode.seriesId }} search={{}}>
        {t('toAnalytics')}
      </Link>
    </Stack>
  );
}

function Figures({ series, episodeId }: { series: SeriesDetail; episodeId: string }) {
  const t = useWords(episodeWords);
  const format = useFormat();
  const {
    starts = 0,
    completes = 0,
    paywallHits = 0,
    unlocks = 0,
  } = series.episodes.find((one) => one.episodeId === episodeId) ?? {};
  const withShare = (count: number, of: number) =>
    of === 0 ? format.number(count) : t('share', { amount: format.number(count), share: format.percent(count / of) });
  return (
    <>
      <Note>{t('watchingDays', { days: format.dayRange(series.period.start, series.period.end) })}</Note>
      <DescriptionList
        facts={[
          [t('starts'), format.number(starts)],
          [t('completes'), withShare(completes, starts)],
          [t('paywall'), format.number(paywallHits)],
          [t('unlocks'), withShare(unlocks, paywallHits)],
        ]}
      />
    </>
  );
}

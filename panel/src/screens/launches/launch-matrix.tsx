import { Link } from '@tanstack/react-router';
import { Picture, type PictureOf, usePictures } from '../../app/pictures.tsx';
import { Inline } from '../../ui/box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useTitleIn, useTitleOf } from '../../words/title.ts';
import classes from './launches.module.css';
import { mendEpisode, mendSeries } from './mend.ts';
import type { EpisodeLaunch, Launch } from './queries.ts';
import { Mark } from './verdict.tsx';
import { launchWords } from './words.ts';

/** Episodes down, what each needs across; the first row is the series itself. */
export function LaunchMatrix({ launch }: { launch: Launch }) {
  const t = useWords(launchWords);
  const word = useServerWord();
  const { series, episodes } = launch;
  const pictureOf = usePictures([series.posterAssetId, ...episodes.map(({ thumbAssetId }) => thumbAssetId)]);
  return (
    <>
      <ScrollBox label={t('matrix')} framed className={classes.frame}>
        <table className={classes.matrix} aria-label={t('matrix')}>
          <thead>
            <tr>
              <th scope="col">{t('what')}</th>
              <th scope="col">{t('video')}</th>
              {series.targetLanguages.map((lang) => (
                <th key={lang} scope="col">
                  {t('captionsIn', { language: word('language', lang) })}
                </th>
              ))}
              <th scope="col">{t('price')}</th>
              <th scope="col">{t('artwork')}</th>
              <th scope="col">{t('goesLiveUtc')}</th>
              <th scope="col">{t('rail')}</th>
            </tr>
          </thead>
          <tbody>
            <SeriesRow launch={launch} pictureOf={pictureOf} />
            {episodes.map((episode) => (
              <EpisodeRow key={episode.id} series={series} episode={episode} pictureOf={pictureOf} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {episodes.length === 0 && <EmptyState title={t('noEpisodes.title')} text={t('noEpisodes.text')} />}
    </>
  );
}

function SeriesRow({ launch, pictureOf }: { launch: Launch; pictureOf: PictureOf }) {
  const t = useWords(launchWords);
  const titleOf = useTitleOf();
  const mendAt = mendSeries(launch);
  const { series, checks } = launch;
  return (
    <tr className={classes.ofSeries}>
      <th scope="row">
        <Inline as="span">
          <Picture src={pictureOf(series.posterAssetId)} shape="poster" />
          <span className={classes.name}>
            <bdi>{titleOf(series)}</bdi>
            <small>{t('wholeSeries')}</small>
          </span>
        </Inline>
      </th>
      <td>
        <Mark {...checks.episodes} mendAt={mendAt.episodes}>
          {t('somethingToWatch')}
        </Mark>
      </td>
      <td colSpan={series.targetLanguages.length + 1} />
      <td>
        <Mark {...checks.artwork} mendAt={mendAt.artwork}>
          {t('posterAndHero')}
        </Mark>
      </td>
      <td>
        <Mark {...checks.schedule} mendAt={mendAt.schedule}>
          <DateOf at={checks.schedule.at} />
        </Mark>
      </td>
      <td>
        <Places rail={checks.rail} mendAt={mendAt.rail} />
      </td>
    </tr>
  );
}

function Places({ rail, mendAt }: { rail: Launch['checks']['rail']; mendAt: string }) {
  const t = useWords(launchWords);
  const format = useFormat();
  const titleIn = useTitleIn();
  const names = [
    ...rail.rails.map(({ titleI18n }) => titleIn(titleI18n.en ?? '', titleI18n)),
    ...(rail.isInReel ? [t('reel')] : []),
  ];
  return (
    <Mark verdict={rail.verdict} reasons={rail.reasons} mendAt={mendAt}>
      {format.list([...new Set(names)])}
    </Mark>
  );
}

interface EpisodeRowProps {
  series: Launch['series'];
  episode: EpisodeLaunch;
  pictureOf: PictureOf;
}

function EpisodeRow({ series, episode, pictureOf }: EpisodeRowProps) {
  const t = useWords(launchWords);
  const format = useFormat();
  const titleOf = useTitleOf();
  const mendAt = mendEpisode(series, episode);
  const { price } = episode;
  return (
    <tr>
      <th scope="row">
        <Inline as="span">
          <Picture src={pictureOf(episode.thumbAssetId)} shape="thumb" />
          <Link to="/episodes/$id" params={{ id: episode.id }} className={classes.name}>
            <span className="tabular">{format.number(episode.episodeNumber)}</span> <bdi>{titleOf(episode)}</bdi>
          </Link>
        </Inline>
      </th>
      <td>
        <Mark {...episode.video} mendAt={mendAt.files} />
      </td>
      {episode.captions.map(({ lang, verdict }) => (
        <td key={lang}>
          <Mark verdict={verdict} reasons={verdict === 'no_go' ? ['no_captions'] : []} mendAt={mendAt.files} />
        </td>
      ))}
      <td>
        <Mark verdict={price.verdict} reasons={price.reasons} mendAt={mendAt.price}>
          {price.coins === 0 ? t('free') : t('coins', { count: price.coins, amount: format.number(price.coins) })}
        </Mark>
      </td>
      <td>
        <Mark {...episode.artwork} mendAt={mendAt.files}>
          {episode.artwork.verdict === 'not_needed' ? t('poster') : null}
        </Mark>
      </td>
      <td>
        <Mark {...episode.schedule} mendAt={mendAt.schedule}>
          <DateOf at={episode.schedule.at} />
        </Mark>
      </td>
      <td>–</td>
    </tr>
  );
}

/** What is out has no date to wait for. */
function DateOf({ at }: { at: string | null }) {
  const t = useWords(launchWords);
  const format = useFormat();
  return at === null ? t('isLive') : <Time at={at}>{format.dayTime(at)}</Time>;
}

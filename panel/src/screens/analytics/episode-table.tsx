import { ObjectLink } from '../../app/object-link.tsx';
import { Box } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { useWords } from '../../words/define.ts';
import { useTitleOf } from '../../words/title.ts';
import classes from './analytics.module.css';
import type { SeriesDetail } from './queries.ts';
import { shadeOf } from './shade.ts';
import { analyticsWords } from './words.ts';

type Episode = SeriesDetail['episodes'][number];

/** All figures of all episodes. */
export function EpisodeTable({ series: { episodes } }: { series: SeriesDetail }) {
  const t = useWords(analyticsWords);
  const heads = [
    ...(['starts', 'completes', 'paywallHits', 'unlocks', 'coins'] as const).map((key) => t(`content.${key}`)),
    t('series.unlockRate'),
  ];
  const first = episodes[0]?.starts ?? 0;
  return (
    <Box as="section" className={classes.card} framed="raised" pad="lg" aria-label={t('series.episodes')}>
      <h2>{t('series.episodes')}</h2>
      <ScrollBox label={t('series.episodes')} className={classes.scroll}>
        <table className={classes.table} aria-label={t('series.episodes')}>
          <thead>
            <tr>
              <th scope="col">{t('series.episode')}</th>
              <th scope="col" title={t('series.keptHint')}>
                {t('series.kept')}
              </th>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
              <th scope="col" title={t('series.scoreHint')}>
                {t('series.score')}
              </th>
            </tr>
          </thead>
          <tbody>
            {episodes.map((episode) => (
              <Row key={episode.episodeId} episode={episode} kept={first === 0 ? null : episode.starts / first} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Box>
  );
}

interface RowProps {
  episode: Episode;
  /** Its starts by those of the first episode. */
  kept: number | null;
}

function Row({ episode, kept }: RowProps) {
  const format = useFormat();
  const titleOf = useTitleOf();
  const {
    episodeId,
    episodeNumber,
    starts,
    completes,
    paywallHits,
    unlocks,
    coinsBurned,
    cliffhangerScore,
    unlockRate,
  } = episode;
  return (
    <tr>
      <th scope="row">
        <ObjectLink type="episode" id={episodeId}>
          <span className="tabular">{format.number(episodeNumber)}</span> <bdi>{titleOf(episode)}</bdi>
        </ObjectLink>
      </th>
      <td>
        <Shaded share={kept} />
      </td>
      {[starts, completes, paywallHits, unlocks, coinsBurned].map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
        <td key={index}>{format.number(value)}</td>
      ))}
      <td>
        <Shaded share={unlockRate} />
      </td>
      <td>{format.number(cliffhangerScore)}</td>
    </tr>
  );
}

function Shaded({ share }: { share: number | null }) {
  const format = useFormat();
  if (share === null) return '–';
  return (
    <span className={classes.share} style={{ background: shadeOf(share) }}>
      {format.percent(share)}
    </span>
  );
}

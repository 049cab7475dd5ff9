import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Inline } from '../../ui/box.tsx';
import { IconChevronLeft, IconChevronRight } from '../../ui/icons.ts';
import { useWords } from '../../words/define.ts';
import { useTitleOf } from '../../words/title.ts';
import { episodesQuery } from '../catalog/queries.ts';
import classes from './episode.module.css';
import { episodeWords } from './episode-words.ts';
import type { Episode } from './queries.ts';

/** The episodes before and after this one. */
export function Neighbours({ episode }: { episode: Episode }) {
  const t = useWords(episodeWords);
  const titleOf = useTitleOf();
  const { data = [] } = useQuery(episodesQuery(episode.seriesId));
  const inOrder = data.toSorted((a, b) => a.episodeNumber - b.episodeNumber);
  const at = inOrder.findIndex(({ id }) => id === episode.id);
  const [previous, next] = at < 0 ? [] : [inOrder[at - 1], inOrder[at + 1]];
  return (
    <Inline as="nav" className={classes.neighbours} within align="stretch" gap="md" aria-label={t('neighbours')}>
      {previous && (
        <Link to="/episodes/$id" params={{ id: previous.id }} title={titleOf(previous)}>
          <IconChevronLeft size={14} className="points" aria-hidden />
          {t('previous', { number: previous.episodeNumber })}
        </Link>
      )}
      {next && (
        <Link to="/episodes/$id" params={{ id: next.id }} title={titleOf(next)}>
          {t('next', { number: next.episodeNumber })}
          <IconChevronRight size={14} className="points" aria-hidden />
        </Link>
      )}
    </Inline>
  );
}

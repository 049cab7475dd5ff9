import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useSession } from '../../app/session.ts';
import { usePriceRange } from './names.ts';
import { heatMapQuery } from './queries.ts';

interface EpisodePriceLinkProps extends Pick<ComponentProps<'a'>, 'className' | 'tabIndex'> {
  seriesId: string;
  /** None where the episode is not saved yet. */
  episodeId: string | undefined;
  'data-at'?: string;
}

/** What an episode costs now, which leads to why; a dash to those who may not see prices. */
export function EpisodePriceLink({ seriesId, episodeId, ...props }: EpisodePriceLinkProps) {
  const { can } = useSession();
  const rangeOf = usePriceRange();
  const { data: map } = useQuery({ ...heatMapQuery(seriesId), enabled: can('pricing:read') });
  const priced = map?.episodes.find(({ id }) => id === episodeId);
  if (!priced) return <span {...props}>–</span>;
  return (
    <Link to="/pricing" search={{ view: 'table', series: seriesId, episode: priced.id }} {...props}>
      <bdi>{rangeOf(priced.prices)}</bdi>
    </Link>
  );
}

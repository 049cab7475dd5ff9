import { useQuery } from '@tanstack/react-query';
import { ObjectLink } from '../../app/object-link.tsx';
import { useSession } from '../../app/session.ts';
import { shortId } from '../../ui/short-id.ts';
import { useTitleOf } from '../../words/title.ts';
import { seriesQuery } from '../catalog/queries.ts';
import { useCollectionTitle } from './names.ts';
import { collectionQuery, surfaceNames, surfaceQuery } from './queries.ts';

interface CuratedNameProps {
  type: 'series' | 'collection' | 'rail';
  id: string;
  /** Not a link. */
  isPlain?: boolean;
}

const names = { series: SeriesName, collection: CollectionName, rail: RailName };

/** A thing by its name as a link, where an entry of the log has its id alone. What is gone stays the end of its id. */
export function CuratedName({ type, id, isPlain = false }: CuratedNameProps) {
  const Name = names[type];
  return isPlain ? (
    <Name id={id} />
  ) : (
    <ObjectLink type={type} id={id}>
      <Name id={id} />
    </ObjectLink>
  );
}

function SeriesName({ id }: { id: string }) {
  const { can } = useSession();
  const titleOf = useTitleOf();
  const { data } = useQuery({ ...seriesQuery(id), enabled: can('catalog:read'), retry: false });
  return <bdi>{data ? titleOf(data.data) : shortId(id)}</bdi>;
}

function CollectionName({ id }: { id: string }) {
  const { can } = useSession();
  const titleOf = useCollectionTitle();
  const { data } = useQuery({ ...collectionQuery(id), enabled: can('curation:read'), retry: false });
  return <bdi>{data ? titleOf(data.data) : shortId(id)}</bdi>;
}

function RailName({ id }: { id: string }) {
  const { can } = useSession();
  const titleOf = useCollectionTitle();
  const [one, other] = surfaceNames;
  const enabled = can('curation:read');
  const surfaces = [useQuery({ ...surfaceQuery(one), enabled }), useQuery({ ...surfaceQuery(other), enabled })];
  const rail = surfaces.flatMap(({ data }) => data?.data.rails ?? []).find((each) => each.id === id);
  return <bdi>{rail ? titleOf(rail.collection) : shortId(id)}</bdi>;
}

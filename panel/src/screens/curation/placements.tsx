import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Loaded } from '../../api/loaded.tsx';
import { ObjectLink } from '../../app/object-link.tsx';
import { useSession } from '../../app/session.ts';
import { Stack } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import classes from './curation.module.css';
import { useCollectionTitle, useRailName } from './names.ts';
import { placementsQuery } from './queries.ts';
import { collectionWords } from './words.ts';

/** In which collections, rails and places of the preview reel a series stands, and when it is free. */
export function SeriesPlacements({ id, headingClass }: { id: string; headingClass: string | undefined }) {
  const t = useWords(collectionWords);
  const format = useFormat();
  const titleOf = useCollectionTitle();
  const railName = useRailName();
  const { country } = usePlaces();
  const { can } = useSession();
  const placements = useQuery({ ...placementsQuery(id), enabled: can('curation:read') });
  if (!can('curation:read')) return null;
  return (
    <>
      <h2 className={headingClass}>{t('placements.title')}</h2>
      <Loaded query={placements} lines={2}>
        {({ collections, previewReel, freeDays }) => (
          <Stack as="ul" className={classes.placements} gap="xs">
            {collections.map((collection) => (
              <li key={collection.id}>
                <ObjectLink type="collection" id={collection.id}>
                  <bdi>{titleOf(collection)}</bdi>
                </ObjectLink>{' '}
                <small>{t('placements.place', { place: format.number(collection.place) })}</small>
                {collection.rails.length === 0 && <small>{t('unused')}</small>}
                {collection.rails.map((rail) => (
                  <small key={rail.id}>
                    <ObjectLink type="rail" id={rail.id}>
                      {railName(rail)}
                    </ObjectLink>
                  </small>
                ))}
              </li>
            ))}
            {previewReel && (
              <li>
                <Link to="/preview-reel">{t('placements.reel')}</Link>{' '}
                <small>{t('placements.place', { place: format.number(previewReel.place) })}</small>
              </li>
            )}
            {freeDays.map(({ date, marketCode }) => (
              <li key={`${date} ${marketCode ?? ''}`}>
                <Link to="/free-series" search={{ day: date, market: marketCode ?? undefined }}>
                  {t('placements.freeOn', { date: format.date(date) })}
                </Link>{' '}
                <small>{marketCode === null ? t('placements.allMarkets') : country(marketCode)}</small>
              </li>
            ))}
            {collections.length === 0 && !previewReel && <li className={classes.quiet}>{t('placements.none')}</li>}
          </Stack>
        )}
      </Loaded>
    </>
  );
}

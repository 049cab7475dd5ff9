import { ObjectLink } from '../../app/object-link.tsx';
import { Inline } from '../../ui/box.tsx';
import { useWords } from '../../words/define.ts';
import classes from './curation.module.css';
import { useRailName } from './names.ts';
import type { Collection } from './queries.ts';
import { collectionWords } from './words.ts';

/** The rails that show a collection, each a link to its place on the board. */
export function UsedBy({ collection: { usedBy } }: { collection: Pick<Collection, 'usedBy'> }) {
  const t = useWords(collectionWords);
  const nameOf = useRailName();
  return (
    <Inline as="p" className={classes.uses} align="stretch" wraps gap="md" rowGap="2xs" mt="sm">
      <span>{t('usedBy')}</span>
      {usedBy.length === 0 && t('unusedText')}
      {usedBy.map((rail) => (
        <ObjectLink key={rail.id} type="rail" id={rail.id}>
          {nameOf(rail)}
        </ObjectLink>
      ))}
    </Inline>
  );
}

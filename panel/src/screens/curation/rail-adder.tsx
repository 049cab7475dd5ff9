import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newKey } from '../../api/change.ts';
import { Loaded } from '../../api/loaded.tsx';
import { Inline, Stack, Text } from '../../ui/box.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './curation.module.css';
import { useCollectionTitle } from './names.ts';
import { PosterStack } from './poster-stack.tsx';
import { type Collection, type Content, collectionsQuery, contentsQuery, type SurfaceName } from './queries.ts';
import type { BoardRail } from './staged-surface.ts';
import { railWords } from './words.ts';

interface RailAdderProps {
  surface: SurfaceName;
  /** The collections that it shows already; one may be shown twice. */
  taken: ReadonlySet<string>;
  onAdd: (rail: BoardRail) => void;
  onClose: () => void;
}

const toRail = (
  { id, slug, titleI18n, type }: Collection,
  { shownSeries = 0, hiddenSeries = 0, pictureUrls = [] }: Partial<Content> = {},
): BoardRail => ({
  key: `new ${newKey()}`,
  isNew: true,
  collectionId: id,
  collection: { slug, titleI18n, type },
  status: 'active',
  shownSeries,
  hiddenSeries,
  pictureUrls,
});

/** A collection to show on a surface, found by its name. */
export function RailAdder({ surface, taken, onAdd, onClose }: RailAdderProps) {
  const t = useWords(railWords);
  const word = useServerWord();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 200);
  const page = useQuery(collectionsQuery({ limit: 25, ...(q && { q }) }));
  return (
    <DetailDrawer
      title={t('adder.title', { surface: word('curation', surface) })}
      subtitle={t('adder.text')}
      onClose={onClose}
      size={480}
    >
      <Stack gap="md">
        <TextInput
          type="search"
          data-autofocus
          aria-label={t('adder.search')}
          placeholder={t('adder.search')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Loaded query={page} lines={6}>
          {({ items }) => <Offers found={items} taken={taken} onAdd={onAdd} />}
        </Loaded>
      </Stack>
    </DetailDrawer>
  );
}

function Offers({ found, taken, onAdd }: { found: readonly Collection[] } & Pick<RailAdderProps, 'taken' | 'onAdd'>) {
  const t = useWords(railWords);
  const titleOf = useCollectionTitle();
  const ids = found.map(({ id }) => id);
  const { data: contents } = useQuery({ ...contentsQuery(ids), enabled: ids.length > 0 });
  if (found.length === 0) return <p className={classes.quiet}>{t('adder.none')}</p>;
  return (
    <Stack as="ul" gap="sm">
      {found.map((collection) => (
        <Inline key={collection.id} as="li" className={classes.card}>
          <PosterStack urls={contents?.get(collection.id)?.pictureUrls ?? []} />
          <Stack as="span" align="start" gap="3xs" grows>
            <Text as="bdi" weight="medium">
              {titleOf(collection)}
            </Text>
            <small>{collection.explanation}</small>
            {taken.has(collection.id) && <StatusPill tone="info">{t('adder.taken')}</StatusPill>}
          </Stack>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('adder.add', { name: titleOf(collection) })}
            onClick={() => onAdd(toRail(collection, contents?.get(collection.id)))}
          >
            {t('adder.button')}
          </Button>
        </Inline>
      ))}
    </Stack>
  );
}

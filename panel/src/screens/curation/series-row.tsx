import { ActionIcon } from '@mantine/core';
import { ownAddress } from '../../api/own-address.ts';
import { ObjectLink } from '../../app/object-link.tsx';
import { Picture } from '../../app/pictures.tsx';
import { Inline, Stack, Text } from '../../ui/box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconTrash } from '../../ui/icons.ts';
import { moveTo } from '../../ui/order/order.ts';
import { OrderList } from '../../ui/order/order-list.tsx';
import type { StagedList } from '../../ui/order/use-staged-list.ts';
import { StatusPill } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useTitleOf } from '../../words/title.ts';
import classes from './curation.module.css';
import { keyOf, type ListedSeries } from './listed-series.ts';
import type { SeriesLabel } from './queries.ts';
import { collectionWords } from './words.ts';

/** Says that viewers do not see a series, and in which state it is. */
export function NotPublished({ status }: Pick<SeriesLabel, 'status'>) {
  const t = useWords(collectionWords);
  const word = useServerWord();
  if (status === 'published') return null;
  return <StatusPill tone="warning">{t('notPublished', { status: word('status', status) })}</StatusPill>;
}

interface SeriesOrderProps {
  label: string;
  staged: StagedList<ListedSeries>;
  isLocked: boolean;
  /** What else is said of each. */
  hintOf?: (seriesId: string) => string | undefined;
  empty: { readonly title: string; readonly text: string };
}

/** Series with their posters, in the order of the app. */
export function SeriesOrder({ label, staged, isLocked, hintOf, empty }: SeriesOrderProps) {
  const t = useWords(collectionWords);
  const titleOf = useTitleOf();
  const { entries, base, set } = staged;
  const before = new Set(base.map(keyOf));
  if (entries.length === 0) return <EmptyState title={empty.title} text={empty.text} />;
  return (
    <OrderList
      label={label}
      onMove={isLocked ? undefined : (from, to) => set(moveTo(entries, from, to))}
      rows={entries.map(({ seriesId, series }) => ({
        key: seriesId,
        name: titleOf(series),
        mark: before.has(seriesId) ? undefined : 'added',
        content: (
          <Inline as="span" className={classes.card}>
            <Picture src={series.pictureUrl ? ownAddress(series.pictureUrl) : undefined} shape="poster" />
            <Stack as="span" align="start" gap="3xs" grows>
              <ObjectLink type="series" id={seriesId}>
                <Text as="bdi" weight="medium">
                  {titleOf(series)}
                </Text>
              </ObjectLink>
              {hintOf?.(seriesId) && <small>{hintOf(seriesId)}</small>}
              <NotPublished status={series.status} />
            </Stack>
          </Inline>
        ),
        actions: !isLocked && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('remove', { name: titleOf(series) })}
            onClick={() => set(entries.filter((entry) => entry.seriesId !== seriesId))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        ),
      }))}
    />
  );
}

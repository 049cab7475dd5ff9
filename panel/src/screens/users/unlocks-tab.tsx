import { useInfiniteQuery } from '@tanstack/react-query';
import { LoadedTable } from '../../api/loaded.tsx';
import { ownAddress } from '../../api/own-address.ts';
import { Picture } from '../../app/pictures.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { Inline, Stack, Text } from '../../ui/box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import listClasses from '../../ui/list/list.module.css';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useTitleIn } from '../../words/title.ts';
import { Coins } from './coins.tsx';
import { LoadMore } from './more.tsx';
import { type UnlockEntry, unlocksQuery } from './queries.ts';
import { tabWords } from './tab-words.ts';
import { useRefreshOnNewRow } from './use-fresh-user.ts';
import classes from './users.module.css';

/** The episodes that the user has unlocked, each with what it cost and why. */
export function UnlocksTab({ id }: { id: string }) {
  return (
    <RequirePermission permission="wallet:read">
      <Unlocks id={id} />
    </RequirePermission>
  );
}

function Unlocks({ id }: { id: string }) {
  const t = useWords(tabWords);
  const unlocks = useInfiniteQuery(unlocksQuery(id));
  const columns = useColumns();
  const rows = unlocks.data?.pages.flatMap((page) => page.items);
  useRefreshOnNewRow(id, rows);
  if (rows?.length === 0) return <EmptyState title={t('unlocks.empty.title')} text={t('unlocks.empty.text')} />;
  return (
    <>
      <div className={listClasses.frame}>
        <LoadedTable query={unlocks}>
          <DataTable
            label={t('unlocks.label')}
            columns={columns}
            rows={rows}
            rowKey={(unlock) => unlock.id}
            linkOf={({ seriesId }) => ({ to: '/series/$id', params: { id: seriesId } })}
          />
        </LoadedTable>
      </div>
      <LoadMore query={unlocks} />
    </>
  );
}

function useColumns(): Column<UnlockEntry>[] {
  const t = useWords(tabWords);
  const titleIn = useTitleIn();
  return [
    {
      key: 'episode',
      label: t('unlocks.episode'),
      cell: ({ seriesTitle, seriesTitleI18n, episodeNumber, title, titleI18n, pictureUrl }) => (
        <Inline as="span" gap="md">
          <Picture src={pictureUrl === null ? undefined : ownAddress(pictureUrl)} shape="poster" />
          <Stack as="span" className={classes.who} tight>
            <bdi className={classes.whoName}>{titleIn(seriesTitle, seriesTitleI18n)}</bdi>
            <Text as="bdi" className={classes.whoMore} size="sm" weight="normal" tone="muted">
              {t('unlocks.episodeNamed', { number: episodeNumber, title: titleIn(title, titleI18n) })}
            </Text>
          </Stack>
        </Inline>
      ),
    },
    {
      key: 'price',
      label: t('unlocks.price'),
      wideOnly: true,
      cell: ({ priceSource }) => t(`unlocks.source.${priceSource}`),
    },
    { key: 'when', label: t('unlocks.when'), cell: ({ createdAt }) => <Time at={createdAt} distance /> },
    {
      key: 'coins',
      label: t('unlocks.coins'),
      number: true,
      cell: ({ coins }) => (coins === 0 ? t('unlocks.free') : <Coins amount={-coins} />),
    },
  ];
}

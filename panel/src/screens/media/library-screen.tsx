import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import { RequirePermission } from '../../app/require-permission.tsx';
import { useSession } from '../../app/session.ts';
import { useFormat } from '../../ui/format.ts';
import { IconCloudUpload } from '../../ui/icons.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { lengthOf } from './addresses.ts';
import { AssetName, AssetOwner, AssetStatus } from './asset-cells.tsx';
import { AttentionQueue } from './attention.tsx';
import { captionLanguages, kinds, statuses } from './choices.ts';
import { libraryWords } from './library-words.ts';
import { type Asset, assetsQuery } from './queries.ts';

const route = getRouteApi('/shell/library');

export function LibraryScreen() {
  const t = useWords(libraryWords);
  const { can } = useSession();
  return (
    <Page
      title={t('title')}
      description={t('text')}
      actions={
        can('catalog:write') && (
          <Button
            leftSection={<IconCloudUpload size={16} />}
            renderRoot={(props) => <Link to="/uploads" search={{}} {...props} />}
          >
            {t('upload')}
          </Button>
        )
      }
    >
      <RequirePermission>
        <AttentionQueue />
        <Library />
        <Outlet />
      </RequirePermission>
    </Page>
  );
}

function Library() {
  const t = useWords(libraryWords);
  const word = useServerWord();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const page = useQuery(assetsQuery(search));
  const columns = useColumns();
  return (
    <ListPage
      name="media"
      label={t('title')}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
      filters={[
        {
          ...({ kind: 'choice', name: 'kind', label: t('kind') } as const),
          options: kinds.map((value) => ({ value, label: word('assetKind', value) })),
        },
        {
          ...({ kind: 'choice', name: 'status', label: t('status') } as const),
          options: statuses.map((value) => ({ value, label: word('status', value) })),
        },
        {
          ...({ kind: 'choice', name: 'lang', label: t('language') } as const),
          options: captionLanguages.map((value) => ({ value, label: word('language', value) })),
        },
      ]}
      page={page}
      columns={columns}
      rowKey={(asset) => asset.id}
      linkOf={(asset) => ({ to: '/library/$id', params: { id: asset.id }, search: true })}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
    />
  );
}

function useColumns(): Column<Asset>[] {
  const t = useWords(libraryWords);
  const format = useFormat();
  return [
    { key: 'file', label: t('file'), cell: (asset) => <AssetName asset={asset} /> },
    { key: 'status', label: t('status'), cell: (asset) => <AssetStatus asset={asset} /> },
    { key: 'belongs', label: t('belongs'), wideOnly: true, cell: (asset) => <AssetOwner asset={asset} /> },
    {
      key: 'length',
      label: t('length'),
      number: true,
      wideOnly: true,
      cell: ({ durationS }) => lengthOf(durationS),
    },
    {
      key: 'size',
      label: t('size'),
      number: true,
      wideOnly: true,
      cell: ({ sizeBytes }) => format.bytes(sizeBytes),
    },
    { key: 'added', label: t('added'), wideOnly: true, cell: ({ createdAt }) => <Time at={createdAt} distance /> },
  ];
}

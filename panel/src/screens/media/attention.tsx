import { useQuery } from '@tanstack/react-query';
import { Box, Note, Stack } from '../../ui/box.tsx';
import { Count } from '../../ui/count.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { RetryButton } from './asset-actions.tsx';
import { AssetName, AssetStatus, useReason } from './asset-cells.tsx';
import { libraryWords } from './library-words.ts';
import classes from './media.module.css';
import { type Asset, attentionQuery } from './queries.ts';

/** What failed or is stuck, with the reason and what can be done. Where there is none, nothing is shown. */
export function AttentionQueue() {
  const t = useWords(libraryWords);
  const { data = [] } = useQuery(attentionQuery);
  const columns = useColumns();
  if (data.length === 0) return null;
  return (
    <Stack as="section" gap="2xs" mb="2xl" aria-labelledby="attention">
      <h2 id="attention">
        {t('attention.title')} <Count tone="danger" value={data.length} />
      </h2>
      <Note>{t('attention.text')}</Note>
      <Box className={classes.queue} framed="raised" mt="sm">
        <DataTable
          label={t('attention.title')}
          columns={columns}
          rows={data}
          rowKey={(asset) => asset.id}
          linkOf={(asset) => ({ to: '/library/$id', params: { id: asset.id }, search: true })}
        />
      </Box>
    </Stack>
  );
}

function useColumns(): Column<Asset>[] {
  const t = useWords(libraryWords);
  const reason = useReason();
  return [
    { key: 'file', label: t('file'), cell: (asset) => <AssetName asset={asset} /> },
    { key: 'status', label: t('status'), cell: (asset) => <AssetStatus asset={asset} /> },
    { key: 'reason', label: t('reason'), wideOnly: true, cell: (asset) => <bdi>{reason(asset)}</bdi> },
    {
      key: 'changed',
      label: t('changed'),
      wideOnly: true,
      cell: ({ updatedAt }) => <Time at={updatedAt} distance />,
    },
    {
      key: 'actions',
      label: t('actions'),
      wideOnly: true,
      cell: (asset) => (asset.status === 'failed' ? <RetryButton asset={asset} /> : '–'),
    },
  ];
}

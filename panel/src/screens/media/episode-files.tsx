import { Note, Stack } from '../../ui/box.tsx';
import { GatedButton } from '../../ui/gated-button.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useFileBlock } from '../catalog/public.ts';
import { AssetName, AssetStatus, useReason } from './asset-cells.tsx';
import classes from './episode.module.css';
import { useLink } from './episode-links.tsx';
import { episodeWords } from './episode-words.ts';
import type { Asset, Episode } from './queries.ts';

interface EpisodeFilesProps {
  episode: Episode;
  assets: readonly Asset[];
}

/** Every file of the episode; an earlier video can be taken up again. */
export function EpisodeFiles({ episode, assets }: EpisodeFilesProps) {
  const t = useWords(episodeWords);
  const columns = useColumns(episode);
  return (
    <Stack as="section" gap="sm" aria-labelledby="files">
      <h2 id="files">{t('files')}</h2>
      {assets.length === 0 ? (
        <Note>{t('noFiles')}</Note>
      ) : (
        <div className={classes.table}>
          <DataTable
            label={t('files')}
            columns={columns}
            rows={assets}
            rowKey={({ id }) => id}
            linkOf={({ id }) => ({ to: '/library/$id', params: { id } })}
          />
        </div>
      )}
    </Stack>
  );
}

function useColumns(episode: Episode): Column<Asset>[] {
  const t = useWords(episodeWords);
  const reason = useReason();
  return [
    { key: 'file', label: t('file'), cell: (asset) => <AssetName asset={asset} /> },
    {
      key: 'status',
      label: t('status'),
      cell: (asset) => (
        <Stack as="span" gap="3xs">
          <span>
            <AssetStatus asset={asset} />
          </span>
          <small>{reason(asset)}</small>
        </Stack>
      ),
    },
    { key: 'added', label: t('added'), wideOnly: true, cell: ({ createdAt }) => <Time at={createdAt} distance /> },
    {
      key: 'actions',
      label: t('actions'),
      wideOnly: true,
      cell: (asset) => <UseVideo episode={episode} asset={asset} />,
    },
  ];
}

function UseVideo({ episode, asset: { id, kind, status } }: { episode: Episode; asset: Asset }) {
  const t = useWords(episodeWords);
  const link = useLink(episode);
  const blocked = useFileBlock(episode)('mediaAssetId');
  if (id === episode.mediaAssetId || id === episode.thumb_asset_id) {
    return <StatusPill tone="positive">{t('linked')}</StatusPill>;
  }
  if (kind !== 'video' || status !== 'ready') return '–';
  return (
    <GatedButton blocked={blocked} onClick={() => link({ mediaAssetId: id })}>
      {t('useThis')}
    </GatedButton>
  );
}

import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Schema } from '../api/client.ts';
import { ownAddress } from '../api/own-address.ts';
import { apiQuery, keyOf, read } from '../api/query.ts';
import { Inline } from '../ui/box.tsx';
import { IconPhoto } from '../ui/icons.ts';
import classes from './pictures.module.css';
import { useSession } from './session.ts';

const path = '/v1/admin/media/assets';
/** As many as one call may name. */
const maxIds = 100;

/** Of a video the first picture that the provider took from it. */
const pictureIn = ({ kind, url, thumbnailCandidates }: Schema<'MediaAsset'>): string | null =>
  kind === 'video' ? (thumbnailCandidates[0]?.url ?? null) : url;

const picturesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: keyOf(path, { query: { ids: ids.join() } }, 'pictures'),
    queryFn: async ({ signal }) => {
      const batches = Array.from({ length: Math.ceil(ids.length / maxIds) }, (_, index) =>
        ids.slice(index * maxIds, (index + 1) * maxIds),
      );
      const pages = await Promise.all(
        batches.map((batch) => read(path, { query: { ids: batch, limit: maxIds } }, signal)),
      );
      return new Map(pages.flatMap(({ items }) => items.map((asset) => [asset.id, pictureIn(asset)])));
    },
    placeholderData: keepPreviousData,
  });

export type PictureOf = (assetId: string | null) => string | undefined;

/** The addresses of pictures by their assets, asked for together. Who may not see the catalog gets none. */
export function usePictures(assetIds: readonly (string | null)[]): PictureOf {
  const { can } = useSession();
  const ids = [...new Set(assetIds.filter((id) => id !== null))].toSorted();
  const { data } = useQuery({ ...picturesQuery(ids), enabled: ids.length > 0 && can('catalog:read') });
  return (assetId) => {
    const url = data?.get(assetId ?? '');
    return url ? ownAddress(url) : undefined;
  };
}

interface PictureProps {
  src: string | undefined;
  shape: 'poster' | 'thumb';
}

/** A small picture beside the name of what it shows; an empty frame where there is none. */
export function Picture({ src, shape }: PictureProps) {
  return (
    <span className={classes.picture} data-shape={shape} aria-hidden>
      {src === undefined ? <IconPhoto size={14} stroke={1.5} /> : <img src={src} alt="" loading="lazy" />}
    </span>
  );
}

/** A file by its name, with its picture where it is one; `fallback` until it is known. */
export function AssetLabel({ id, fallback }: { id: string; fallback: string }) {
  const { can } = useSession();
  const { data: asset } = useQuery({
    ...apiQuery('/v1/admin/media/assets/{id}', { path: { id } }),
    enabled: can('catalog:read'),
    retry: false,
  });
  if (!asset) return fallback;
  const isPicture = asset.kind !== 'video' && asset.kind !== 'caption';
  return (
    <Inline as="span" within>
      {isPicture && asset.url && (
        <Picture src={ownAddress(asset.url)} shape={asset.kind === 'poster' ? 'poster' : 'thumb'} />
      )}
      {asset.sourceFileName}
    </Inline>
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { change } from '../../api/change.ts';
import type { Tagged } from '../../api/client.ts';
import { invalidateAfter } from '../../api/invalidate.ts';
import { ownAddress } from '../../api/own-address.ts';
import { ErrorNote } from '../../api/show-error.tsx';
import { useReview } from '../../app/review/provider.tsx';
import { useSave } from '../../app/review/use-save.ts';
import { fieldsOf } from '../../ui/diff.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { rebaseForm } from '../../ui/form/use-schema-form.ts';
import { IconPhotoOff, IconPhotoUp } from '../../ui/icons.ts';
import { useWords } from '../../words/define.ts';
import { useTitleOf } from '../../words/title.ts';
import { pictureFiles, sendImage } from '../media/public.ts';
import { assetQuery } from '../media/queries.ts';
import classes from './editor.module.css';
import { draftOf } from './editor-values.ts';
import { editorWords } from './editor-words.ts';
import { moveWords } from './move-words.ts';
import { type Series, seriesQuery } from './queries.ts';
import { useFileBlock } from './use-file-block.ts';

const kinds = ['poster', 'hero'] as const;

/** The pictures of a series, each with a place to drop another one. */
export function Artwork({ series }: { series: Series }) {
  return (
    <div className={classes.artwork}>
      {kinds.map((kind) => (
        <ArtworkSlot key={kind} kind={kind} series={series} />
      ))}
    </div>
  );
}

interface ArtworkSlotProps {
  kind: (typeof kinds)[number];
  series: Series;
}

function ArtworkSlot({ kind, series }: ArtworkSlotProps) {
  const t = useWords(editorWords);
  const field = `${kind}AssetId` as const;
  const assetId = series[field];
  const { data: asset } = useQuery({ ...assetQuery(assetId ?? ''), enabled: assetId !== null });
  const send = useSendArtwork(kind, series);
  const blocked = useFileBlock(series)(field);
  return (
    <figure className={classes.slot} data-kind={kind}>
      <figcaption>{t(kind)}</figcaption>
      {asset?.url ? (
        <img className={classes.picture} src={ownAddress(asset.url)} alt={t(kind)} />
      ) : (
        <div className={classes.frame}>
          <IconPhotoOff size={20} stroke={1.5} aria-hidden />
          {t('notSet')}
        </div>
      )}
      <DropZone
        label={t(`drop.${kind}`)}
        hint={t('dropHint')}
        icon={IconPhotoUp}
        accept={pictureFiles}
        blocked={blocked}
        onFiles={([file]) => file && send.mutate(file)}
      />
      <ErrorNote error={send.error} />
    </figure>
  );
}

/**
 * The edition that the next picture is for. What is being typed into the fields goes on from one's own changes to the
 * artwork, and so does the other picture: nobody else has made them.
 */
function useEdition(series: Series) {
  const client = useQueryClient();
  const { queryKey } = seriesQuery(series.id);
  const goOnFrom = (tag: string) => {
    let before = tag;
    return (reply: unknown) => {
      const { revision } = fieldsOf(reply);
      if (typeof revision !== 'number') return;
      const etag = `"${revision}"`;
      rebaseForm(draftOf(series.id), before, etag);
      client.setQueryData(queryKey, (held) => held && { data: { ...held.data, revision }, etag });
      before = etag;
    };
  };
  return { tagNow: () => `"${client.getQueryData(queryKey)?.data.revision ?? series.revision}"`, goOnFrom };
}

/** The picture goes up first. After the draft, showing it is decided in the review dialog, which asks for a note. */
function useSendArtwork(kind: (typeof kinds)[number], series: Series) {
  const t = useWords(editorWords);
  const m = useWords(moveWords);
  const client = useQueryClient();
  const review = useReview();
  const { save } = useSave();
  const titleOf = useTitleOf();
  const { tagNow, goOnFrom } = useEdition(series);
  const linked = (id: string | null, ifMatch: string | null, note?: string) =>
    change('PUT', '/v1/admin/series/{id}/media', {
      path: { id: series.id },
      body: { ...(kind === 'poster' ? { posterAssetId: id } : { heroAssetId: id }), ...(note && { note }) },
      ifMatch,
    });
  return useMutation({
    // One after the other: sent beside each other, the second would be refused as someone else's change.
    scope: { id: `artwork ${series.id}` },
    mutationFn: (file: File) => sendImage({ kind, seriesId: series.id }, file, file.name),
    onSuccess: ({ id }) => {
      invalidateAfter(client, ['/v1/admin/media']);
      const tag = tagNow();
      const goOn = goOnFrom(tag);
      const request = { title: t('artworkSheet', { title: titleOf(series) }), confirmLabel: t('save'), onDone: goOn };
      if (series.status !== 'draft') {
        const reason = { label: m('note'), min: 3, max: 500 };
        return review.open({ ...request, change: (note) => linked(id, tag, note), reason });
      }
      const before = series[`${kind}AssetId`];
      const undo = ({ etag }: Tagged<unknown>) => linked(before, etag);
      return save({ ...request, name: request.title, change: linked(id, tag), undo, onUndone: goOn });
    },
  });
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { change } from '../../api/change.ts';
import type { Tagged } from '../../api/client.ts';
import { invalidateAfter } from '../../api/invalidate.ts';
import { ownAddress } from '../../api/own-address.ts';
import { ErrorNote } from '../../api/show-error.tsx';
import { useReview } from '../../app/review/provider.tsx';
import { useSave } from '../../app/review/use-save.ts';
import { Stack } from '../../ui/box.tsx';
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
type Kind = (typeof kinds)[number];

/** What is to be shown, by where; a picture of which nothing is said stays. */
type Pictures = Partial<Record<Kind, string | null>>;

/** The pictures of a series, each with a place to drop another one. */
export function Artwork({ series }: { series: Series }) {
  return (
    <Stack gap="xl">
      {kinds.map((kind) => (
        <ArtworkSlot key={kind} kind={kind} series={series} />
      ))}
    </Stack>
  );
}

interface ArtworkSlotProps {
  kind: Kind;
  series: Series;
}

function ArtworkSlot({ kind, series }: ArtworkSlotProps) {
  const t = useWords(editorWords);
  const field = `${kind}AssetId` as const;
  const assetId = series[field];
  const { data: asset } = useQuery({ ...assetQuery(assetId ?? ''), enabled: assetId !== null });
  const send = useSendArtwork({ kind, series });
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

/** How pictures are shown: those of a draft at once, others after a look at it, with a note. */
function useShowArtwork(series: Series) {
  const t = useWords(editorWords);
  const m = useWords(moveWords);
  const review = useReview();
  const { save } = useSave();
  const titleOf = useTitleOf();
  const { tagNow, goOnFrom } = useEdition(series);
  const linked = ({ poster, hero }: Pictures, ifMatch: string | null, note?: string) =>
    change('PUT', '/v1/admin/series/{id}/media', {
      path: { id: series.id },
      body: {
        ...(poster !== undefined && { posterAssetId: poster }),
        ...(hero !== undefined && { heroAssetId: hero }),
        ...(note && { note }),
      },
      ifMatch,
    });
  const requested = () => {
    const tag = tagNow();
    const title = t('artworkSheet', { title: titleOf(series) });
    return { tag, request: { title, confirmLabel: t('save'), onDone: goOnFrom(tag) } };
  };
  return {
    atOnce: (pictures: Pictures, before: Pictures) => {
      const { tag, request } = requested();
      const undo = ({ etag }: Tagged<unknown>) => linked(before, etag);
      const [name, onUndone] = [request.title, request.onDone];
      return save({ ...request, name, change: linked(pictures, tag), undo, onUndone });
    },
    afterReview: (pictures: Pictures) => {
      const { tag, request } = requested();
      const reason = { label: m('note'), min: 3, max: 500 };
      review.open({ ...request, change: (note) => linked(pictures, tag, note), reason });
    },
  };
}

/**
 * What has gone up, and is not decided upon yet. Kept where sending is: it goes on while one looks at another page, and
 * what went up then is decided upon with what is dropped later.
 */
function useSent(seriesId: string) {
  const client = useQueryClient();
  const queryKey = ['artwork sent', seriesId];
  const now = (): Pictures => client.getQueryData<Pictures>(queryKey) ?? {};
  const keep = (pictures: Pictures) => {
    client.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
    client.setQueryData<Pictures>(queryKey, pictures);
  };
  return {
    add: (pictures: Pictures) => keep({ ...now(), ...pictures }),
    take: (): Pictures => {
      const pictures = now();
      client.removeQueries({ queryKey });
      return pictures;
    },
  };
}

/**
 * The picture goes up first. After the draft, showing it is decided in the review dialog: once for both, where they are
 * dropped together.
 */
function useSendArtwork({ kind, series }: ArtworkSlotProps) {
  const client = useQueryClient();
  const sent = useSent(series.id);
  const { atOnce, afterReview } = useShowArtwork(series);
  const mutationKey = ['artwork', series.id];
  const isDraft = series.status === 'draft';
  return useMutation({
    mutationKey,
    // One after the other: sent beside each other, the second would be refused as someone else's change.
    scope: { id: `artwork ${series.id}` },
    mutationFn: (file: File) => sendImage({ kind, seriesId: series.id }, file, file.name),
    onSuccess: ({ id }) => {
      invalidateAfter(client, ['/v1/admin/media']);
      if (isDraft) return atOnce({ [kind]: id }, { [kind]: series[`${kind}AssetId`] });
      sent.add({ [kind]: id });
      return undefined;
    },
    onSettled: () => {
      const isLast = client.isMutating({ mutationKey }) === 1;
      if (isDraft || !isLast) return;
      const pictures = sent.take();
      if (Object.keys(pictures).length > 0) afterReview(pictures);
    },
  });
}

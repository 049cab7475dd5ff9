import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/errors.ts';
import { invalidateAfter } from '../../api/invalidate.ts';
import { ownAddress } from '../../api/own-address.ts';
import { ErrorNote } from '../../api/show-error.tsx';
import { Note, Stack, Text } from '../../ui/box.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { GatedButton } from '../../ui/gated-button.tsx';
import { IconCamera, IconPhotoUp } from '../../ui/icons.ts';
import { useWords } from '../../words/define.ts';
import { useFileBlock } from '../catalog/public.ts';
import { lengthOf } from './addresses.ts';
import classes from './episode.module.css';
import { useLink } from './episode-links.tsx';
import { episodeWords } from './episode-words.ts';
import type { Asset, Episode } from './queries.ts';
import { pictureFiles, sendImage } from './send-file.ts';

interface ThumbnailsProps {
  episode: Episode;
  assets: readonly Asset[];
  /** The frame that the player shows; undefined where there is none. */
  frame: (() => Promise<Blob>) | undefined;
}

/** The thumbnail, and all that it could be: pictures of the provider, uploaded ones, a frame of the video. */
export function Thumbnails({ episode, assets, frame }: ThumbnailsProps) {
  const t = useWords(episodeWords);
  const client = useQueryClient();
  const link = useLink(episode);
  const blocked = useFileBlock(episode)('thumb_asset_id');
  const send = useMutation({
    mutationFn: async ({ picture, name }: { picture: () => Promise<Blob>; name: string }) =>
      sendImage({ kind: 'thumb', episodeId: episode.id }, await picture(), name),
    onSuccess: ({ id }) => {
      invalidateAfter(client, ['/v1/admin/media']);
      link({ thumbAssetId: id });
    },
  });
  const thumbs = assets.filter(({ kind }) => kind === 'thumb');
  const video = assets.find(({ id }) => id === episode.mediaAssetId);
  return (
    <Stack as="section" gap="sm" aria-labelledby="thumbnails">
      <h2 id="thumbnails">{t('thumbnail')}</h2>
      {blocked !== undefined && <Note>{blocked}</Note>}
      <div className={classes.thumbs}>
        {thumbs.map(({ id, url, sourceFileName }) => (
          <Choice
            key={id}
            url={url}
            name={sourceFileName}
            isCurrent={id === episode.thumb_asset_id}
            isOff={blocked !== undefined}
            onPick={() => link({ thumbAssetId: id })}
          />
        ))}
        {video?.thumbnailCandidates.map(({ url, timeS }) => (
          <Choice
            key={url}
            url={url}
            name={t('candidateAt', { time: lengthOf(timeS) })}
            isCurrent={false}
            isOff={blocked !== undefined}
            onPick={() => send.mutate({ picture: () => pictureAt(url), name: `frame-${Math.round(timeS)}s.jpg` })}
          />
        ))}
      </div>
      {frame && (
        <div>
          <GatedButton
            blocked={blocked}
            loading={send.isPending}
            leftSection={<IconCamera size={14} />}
            onClick={() => send.mutate({ picture: frame, name: 'frame.jpg' })}
          >
            {t('frame')}
          </GatedButton>
        </div>
      )}
      {blocked === undefined && (
        <DropZone
          label={t('dropThumb')}
          hint={t('dropThumbHint')}
          icon={IconPhotoUp}
          accept={pictureFiles}
          onFiles={([file]) => file && send.mutate({ picture: async () => file, name: file.name })}
        />
      )}
      <ErrorNote error={send.error} />
    </Stack>
  );
}

async function pictureAt(url: string): Promise<Blob> {
  const answer = await fetch(ownAddress(url));
  if (!answer.ok) throw new ApiError('not_found', answer.status);
  return answer.blob();
}

interface ChoiceProps {
  url: string | null;
  name: string;
  isCurrent: boolean;
  isOff: boolean;
  onPick: () => void;
}

function Choice({ url, name, isCurrent, isOff, onPick }: ChoiceProps) {
  const t = useWords(episodeWords);
  return (
    <button
      type="button"
      className={classes.thumb}
      aria-label={isCurrent ? `${t('current')}: ${name}` : t('use', { name })}
      aria-pressed={isCurrent}
      disabled={isOff && !isCurrent}
      onClick={() => !isCurrent && onPick()}
    >
      {url !== null && <img src={ownAddress(url)} alt="" loading="lazy" />}
      <Text cut>{isCurrent ? t('current') : name}</Text>
    </button>
  );
}

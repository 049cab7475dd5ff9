import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Ref } from 'react';
import { ownAddress } from '../../api/own-address.ts';
import { useSession } from '../../app/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconAlertTriangle, IconClock, IconCloudUpload, IconMovie } from '../../ui/icons.ts';
import { StreamVideo } from '../../ui/stream-video.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useTitleOf } from '../../words/title.ts';
import { useReason } from './asset-cells.tsx';
import classes from './episode.module.css';
import { episodeWords } from './episode-words.ts';
import { assetQuery, type Episode } from './queries.ts';

interface PlayerProps {
  episode: Episode;
  video: Ref<HTMLVideoElement>;
}

/** The video with its captions, or why there is none to play. */
export function Player({ episode, video }: PlayerProps) {
  const t = useWords(episodeWords);
  const word = useServerWord();
  const title = useTitleOf()(episode);
  const { media, captions } = episode;
  if (!media?.url) return <NotPlayable episode={episode} />;
  return (
    <StreamVideo
      key={media.playbackId}
      ref={video}
      className={classes.video}
      style={{ aspectRatio: ratioOf(media) }}
      src={ownAddress(media.url)}
      controls
      preload="metadata"
      aria-label={t('player', { title })}
    >
      {captions.map(({ id, lang, url }) =>
        lang !== null && url !== null ? (
          <track key={id} kind="captions" srcLang={lang} src={ownAddress(url)} label={word('language', lang)} />
        ) : null,
      )}
    </StreamVideo>
  );
}

/** Most are filmed upright; a frame of another shape would be mostly black. */
const ratioOf = ({ width, height }: { readonly width: number | null; readonly height: number | null }): string =>
  width && height ? `${width} / ${height}` : '9 / 16';

function NotPlayable({ episode: { mediaAssetId, seriesId } }: { episode: Episode }) {
  const t = useWords(episodeWords);
  const { can } = useSession();
  const reason = useReason();
  const { data: asset } = useQuery({ ...assetQuery(mediaAssetId ?? ''), enabled: mediaAssetId !== null });
  const upload = can('catalog:write') && (
    <Button
      variant="default"
      leftSection={<IconCloudUpload size={14} />}
      renderRoot={(props) => <Link to="/uploads" search={{ series: seriesId }} {...props} />}
    >
      {t('upload')}
    </Button>
  );
  return (
    <div className={classes.blank}>
      {asset?.status === 'failed' ? (
        <EmptyState icon={IconAlertTriangle} tone="danger" title={t('failed')} text={reason(asset)}>
          {upload}
        </EmptyState>
      ) : asset ? (
        <EmptyState icon={IconClock} title={t('onItsWay.title')} text={t('onItsWay.text')} />
      ) : (
        <EmptyState icon={IconMovie} title={t('noVideo.title')} text={t('noVideo.text')}>
          {upload}
        </EmptyState>
      )}
    </div>
  );
}

/** The frame that a video shows now, in its own size. */
export function frameOf(video: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('there is no frame'))), 'image/jpeg', 0.92);
  });
}

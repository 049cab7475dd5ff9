import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { change } from '../../api/change.ts';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { useReview } from '../../app/review/provider.tsx';
import { useSession } from '../../app/session.ts';
import { GatedButton } from '../../ui/gated-button.tsx';
import { IconCloudUpload, IconRefresh, IconTrash } from '../../ui/icons.ts';
import { useWords } from '../../words/define.ts';
import { useTitleIn } from '../../words/title.ts';
import { moveWords } from '../catalog/public.ts';
import { needsNewUpload, needsOtherFile } from './bad-files.ts';
import { libraryWords } from './library-words.ts';
import { type Asset, episodeQuery, keepsItsVideo } from './queries.ts';
import { videoFiles } from './send-file.ts';
import { beginUpload } from './upload-queue.ts';

/** Tries it again, or takes another file where this one was the fault or has not arrived. */
export function RetryButton({ asset }: { asset: Asset }) {
  if (asset.status !== 'failed') return <SameFileButton asset={asset} />;
  if (needsOtherFile(asset.error)) return <ReplaceButton asset={asset} label="another" />;
  return needsNewUpload(asset.error) ? (
    <ReplaceButton asset={asset} label="uploadAgain" />
  ) : (
    <SameFileButton asset={asset} />
  );
}

/** Sends a file for the same episode, and shows how far it is. The failed one is deleted once the new one has arrived. */
function ReplaceButton({ asset, label }: { asset: Asset; label: 'another' | 'uploadAgain' }) {
  const t = useWords(libraryWords);
  const { can } = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const titleIn = useTitleIn();
  const chooser = useRef<HTMLInputElement>(null);
  if (!can('catalog:write')) return null;
  const { seriesId, episodeId, belongsTo, sourceFileName } = asset;
  const send = async (file: File) => {
    const loaded = episodeId === null ? undefined : await client.query(episodeQuery(episodeId)).catch(() => undefined);
    const isForEpisode = loaded !== undefined && !keepsItsVideo(loaded.data);
    const target = { ...(seriesId !== null && { seriesId }), ...(episodeId !== null && isForEpisode && { episodeId }) };
    const title = belongsTo && titleIn(belongsTo.title, belongsTo.titleI18n);
    const isNamed = episodeId !== null && title !== null;
    beginUpload(
      file,
      target,
      isNamed ? t('episodeNamed', { number: belongsTo?.episodeNumber ?? '', title }) : '',
      asset.id,
    );
    await navigate({ to: '/uploads', search: seriesId === null ? {} : { series: seriesId } });
  };
  return (
    <>
      <Button variant="default" leftSection={<IconCloudUpload size={14} />} onClick={() => chooser.current?.click()}>
        {t(label)}
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={videoFiles}
        aria-label={`${t(label)}: ${sourceFileName}`}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) void send(file);
          currentTarget.value = '';
        }}
      />
    </>
  );
}

function SameFileButton({ asset }: { asset: Asset }) {
  const t = useWords(libraryWords);
  const review = useReview();
  const blocked = useDisabledReason(asset.allowed, 'catalog:write');
  const open = () =>
    review.open({
      title: t('retrySheet', { name: asset.sourceFileName }),
      intro: t('retryText'),
      confirmLabel: t('retry'),
      change: change('POST', '/v1/admin/media/assets/{id}/retry', { path: { id: asset.id } }),
    });
  return (
    <GatedButton blocked={blocked('retry', t('notFailed'))} leftSection={<IconRefresh size={14} />} onClick={open}>
      {t('retry')}
    </GatedButton>
  );
}

const keptWord = (kind: Asset['kind']) => (kind === 'caption' || kind === 'video' ? kind : 'image');

/** The sheet says what shows the file before it is gone. */
export function DeleteButton({ asset, onDone }: { asset: Asset; onDone?: () => void }) {
  const t = useWords(libraryWords);
  const review = useReview();
  const m = useWords(moveWords);
  const blocked = useDisabledReason(asset.allowed, 'catalog:delete');
  const { id, kind, episodeId } = asset;
  const isOfEpisode = (kind === 'caption' || kind === 'video') && episodeId !== null;
  const client = useQueryClient();
  const [isLooking, setLooking] = useState(false);
  // Fetched ahead, so that it is mostly there when it is asked for.
  useQuery({ ...episodeQuery(episodeId ?? ''), enabled: isOfEpisode });
  /** The video of an episode in review is deleted with a note; elsewhere it is optional. */
  const needsNote = async (): Promise<boolean> => {
    if (!isOfEpisode) return false;
    setLooking(true);
    const loaded = await client.query({ ...episodeQuery(episodeId), staleTime: 60_000 }).catch(() => undefined);
    setLooking(false);
    return kind === 'video' && loaded?.data.status === 'in_review' && loaded.data.mediaAssetId === id;
  };
  const open = async () => {
    const reason = { label: m('note'), min: (await needsNote()) ? 1 : 0, max: 500 };
    review.open({
      title: t('deleteSheet', { name: asset.sourceFileName }),
      intro: t('deleteText'),
      confirmLabel: t('delete'),
      danger: true,
      change: (note) => change('DELETE', '/v1/admin/media/assets/{id}', { path: { id }, query: note ? { note } : {} }),
      reason,
      ...(onDone && { onDone }),
    });
  };
  return (
    <GatedButton
      blocked={blocked('delete', t(`kept.${keptWord(kind)}`))}
      variant="light"
      color="red"
      loading={isLooking}
      leftSection={<IconTrash size={14} />}
      onClick={() => void open()}
    >
      {t('delete')}
    </GatedButton>
  );
}

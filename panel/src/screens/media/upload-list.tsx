import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useRef, useState } from 'react';
import { useErrorSentence } from '../../api/error-words.ts';
import { ObjectLink } from '../../app/object-link.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Inline, Note, Stack, Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { UploadRow } from '../../ui/upload-row.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { AssetStatus, useReason } from './asset-cells.tsx';
import { needsNewUpload } from './bad-files.ts';
import { type Asset, assetQuery } from './queries.ts';
import {
  isBadFile,
  noteOutcome,
  pauseUpload,
  type QueuedUpload,
  removeUpload,
  replaceUpload,
  resumeUpload,
  useUploads,
} from './upload-queue.ts';
import { uploadWords } from './upload-words.ts';
import classes from './uploads.module.css';

/** What is on its way, and what became of it. */
export function UploadList() {
  const t = useWords(uploadWords);
  const format = useFormat();
  const uploads = useUploads();
  const isUnderWay = uploads.some(({ state }) => state === 'uploading' || state === 'waiting');
  const [failed, others] = [true, false].map((has) => uploads.filter(({ state }) => (state === 'failed') === has));
  const done = uploads.filter(({ state }) => state === 'done').length;
  return (
    <Stack as="section" gap="sm" aria-labelledby="under-way">
      <h2 id="under-way">{t(isUnderWay ? 'list' : 'listIdle')}</h2>
      {uploads.length === 0 && <Note>{t('none')}</Note>}
      {uploads.length > 1 && (
        <Note>{t('doneOf', { done: format.number(done), total: format.number(uploads.length) })}</Note>
      )}
      <Stack as="ul" gap="sm">
        {[...(failed ?? []), ...(others ?? [])].map((one) => (
          <UploadListItem key={one.key} one={one} />
        ))}
      </Stack>
    </Stack>
  );
}

function useFault(): (one: QueuedUpload) => string | undefined {
  const t = useWords(uploadWords);
  const word = useServerWord();
  const sentence = useErrorSentence();
  return ({ fault, state, file }) => {
    if (fault) return word('assetError', fault.code, sentence(fault));
    return state === 'paused' && file === null ? t('chooseAgain') : undefined;
  };
}

/** What helps: another file where this one is bad; else another try, unless the provider has given up on it. */
function remedyOf(one: QueuedUpload, isArrived: boolean, acts: { choose: () => void; goOn: () => void }) {
  if (isBadFile(one)) return { onReplace: acts.choose };
  return isArrived && !needsNewUpload(one.fault?.code ?? null) ? {} : { onRetry: acts.goOn };
}

/** One file; the progress of another one does not concern it. */
const UploadListItem = memo(({ one }: { one: QueuedUpload }) => {
  const t = useWords(uploadWords);
  const format = useFormat();
  const chooser = useRef<HTMLInputElement>(null);
  const [isOther, setOther] = useState(false);
  const isOver = one.state === 'done' || one.state === 'failed';
  const { data } = useQuery({ ...assetQuery(one.assetId ?? ''), enabled: isOver && one.assetId !== null });
  const asset = isOver ? data : undefined;
  const isArrived = one.state === 'done' || asset?.status === 'failed';
  useEffect(() => {
    if (asset && one.state === 'done') noteOutcome(one, asset);
  }, [one, asset]);
  const { fault: _fault, ...upload } = one;
  const fault = useFault()(one);
  const choose = () => chooser.current?.click();
  const goOn = () => (one.file ? resumeUpload(one) : choose());
  const isBad = isBadFile(one);
  return (
    <Stack as="li" gap="2xs">
      {one.label !== '' && (
        <Text as="bdi" size="sm" tone="muted">
          {one.label}
        </Text>
      )}
      <UploadRow
        upload={{ ...upload, ...(fault && { fault }) }}
        onPause={() => pauseUpload(one.key)}
        onResume={goOn}
        {...remedyOf(one, isArrived, { choose, goOn })}
        onRemove={() => removeUpload(one)}
      />
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={`${t(isBad ? 'replaceFile' : 'pickFile')}: ${one.name}`}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file && isBad) replaceUpload(one, file);
          else setOther(file !== undefined && !resumeUpload(one, file));
          currentTarget.value = '';
        }}
      />
      {isOther && (
        <Alert tone="danger" role="alert">
          {t('otherFile', { name: `\u2068${one.name}\u2069`, size: format.bytes(one.size) })}
        </Alert>
      )}
      {isArrived && asset && <ProcessingStatus asset={asset} />}
    </Stack>
  );
});

/** How the provider fares with a file that has arrived; that it has failed is said above. */
function ProcessingStatus({ asset }: { asset: Asset }) {
  const t = useWords(uploadWords);
  const reason = useReason();
  const isOfEpisode = asset.episodeId !== null;
  return (
    <Inline className={classes.became} wraps gap="md" rowGap="2xs" size="sm" tone="muted" role="status">
      {asset.status !== 'failed' && (
        <>
          {/* The server may hear of the last byte a moment later. */}
          <AssetStatus asset={asset.status === 'uploading' ? { ...asset, status: 'processing' } : asset} />
          <span>{reason(asset)}</span>
        </>
      )}
      <ObjectLink type={isOfEpisode ? 'episode' : 'media_asset'} id={asset.episodeId ?? asset.id}>
        {t(isOfEpisode ? 'openEpisode' : 'openFile')}
      </ObjectLink>
    </Inline>
  );
}

import { useQuery } from '@tanstack/react-query';
import { memo, useRef, useState } from 'react';
import { useErrorSentence } from '../../api/error-words.ts';
import { ObjectLink } from '../../app/object-link.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useFormat } from '../../ui/format.ts';
import { UploadRow } from '../../ui/upload-row.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { AssetStatus, useReason } from './asset-cells.tsx';
import { assetQuery } from './queries.ts';
import {
  isBadFile,
  pauseUpload,
  removeUpload,
  replaceUpload,
  resumeUpload,
  type Sent,
  useUploads,
} from './upload-queue.ts';
import { uploadWords } from './upload-words.ts';
import classes from './uploads.module.css';

/** What is on its way, and what became of it. */
export function UploadList() {
  const t = useWords(uploadWords);
  const uploads = useUploads();
  const isOver = uploads.length > 0 && uploads.every(({ state }) => state === 'done');
  return (
    <section className={classes.drafts} aria-labelledby="under-way">
      <h2 className={classes.heading} id="under-way">
        {t(isOver ? 'listDone' : 'list')}
      </h2>
      {uploads.length === 0 && <p className={classes.quiet}>{t('none')}</p>}
      <ul className={classes.list}>
        {uploads.map((one) => (
          <SentRow key={one.key} one={one} />
        ))}
      </ul>
    </section>
  );
}

function useFault(): (one: Sent) => string | undefined {
  const t = useWords(uploadWords);
  const word = useServerWord();
  const sentence = useErrorSentence();
  return ({ fault, state, file }) => {
    if (fault) return word('assetError', fault.code, sentence(fault));
    return state === 'paused' && file === null ? t('chooseAgain') : undefined;
  };
}

/** One file; the progress of another one does not concern it. */
const SentRow = memo(({ one }: { one: Sent }) => {
  const t = useWords(uploadWords);
  const format = useFormat();
  const chooser = useRef<HTMLInputElement>(null);
  const [isOther, setOther] = useState(false);
  const { fault: _fault, ...upload } = one;
  const fault = useFault()(one);
  const choose = () => chooser.current?.click();
  const goOn = () => (one.file ? resumeUpload(one) : choose());
  const isBad = isBadFile(one);
  return (
    <li className={classes.sent}>
      {one.label !== '' && <bdi className={classes.label}>{one.label}</bdi>}
      <UploadRow
        upload={{ ...upload, ...(fault && { fault }) }}
        onPause={() => pauseUpload(one.key)}
        onResume={goOn}
        {...(isBad ? { onReplace: choose } : { onRetry: goOn })}
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
      {one.state === 'done' && one.assetId !== null && <ProcessingStatus assetId={one.assetId} />}
    </li>
  );
});

/** How the provider fares with a file that has arrived. */
function ProcessingStatus({ assetId }: { assetId: string }) {
  const t = useWords(uploadWords);
  const { data: asset } = useQuery(assetQuery(assetId));
  const reason = useReason();
  if (!asset) return null;
  const isOfEpisode = asset.episodeId !== null;
  return (
    <div className={classes.became} role="status">
      {/* The server may hear of the last byte a moment later. */}
      <AssetStatus asset={asset.status === 'uploading' ? { ...asset, status: 'processing' } : asset} />
      <span>{reason(asset)}</span>
      <ObjectLink type={isOfEpisode ? 'episode' : 'media_asset'} id={asset.episodeId ?? asset.id}>
        {t(isOfEpisode ? 'openEpisode' : 'openFile')}
      </ObjectLink>
    </div>
  );
}

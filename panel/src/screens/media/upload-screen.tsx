import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { newKey } from '../../api/change.ts';
import { RequirePermission } from '../../app/require-permission.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { Page } from '../../ui/page.tsx';
import { useWords } from '../../words/define.ts';
import { episodesQuery } from '../catalog/queries.ts';
import { setChosenFiles, useChosenFiles } from './chosen-files.ts';
import { Drafts } from './drafts.tsx';
import { videoFiles } from './send-file.ts';
import { SeriesSelect } from './series-select.tsx';
import { UploadList } from './upload-list.tsx';
import { currentUploads, isFileOf, resumeUpload, syncUploads } from './upload-queue.ts';
import { uploadWords } from './upload-words.ts';
import classes from './uploads.module.css';

const route = getRouteApi('/shell/uploads');

/** Many files at once, each to its episode. */
export function UploadScreen() {
  const t = useWords(uploadWords);
  return (
    <Page title={t('title')} description={t('text')}>
      <RequirePermission>
        <UploadCentre />
      </RequirePermission>
    </Page>
  );
}

function UploadCentre() {
  const t = useWords(uploadWords);
  const { series } = route.useSearch();
  const navigate = route.useNavigate();
  const drafts = useChosenFiles();
  const { data: episodes = [] } = useQuery({ ...episodesQuery(series ?? ''), enabled: series !== undefined });
  useEffect(() => void syncUploads(), []);
  const add = (files: readonly File[]) => {
    // A file that an upload waits for goes on with it, wherever it is dropped.
    const fresh = files.filter((file) => {
      const waiting = currentUploads().find((one) => one.state === 'paused' && isFileOf(one, file));
      return !waiting || !resumeUpload(waiting, file);
    });
    setChosenFiles([...drafts, ...fresh.map((file) => ({ key: newKey(), file, chosen: null }))]);
  };
  return (
    <div className={classes.centre}>
      <SeriesSelect
        chosen={series}
        onChoose={(id) => void navigate({ search: id ? { series: id } : {}, replace: true })}
      />
      <DropZone label={t('drop')} hint={t('dropHint')} accept={`${videoFiles},.srt,.vtt`} multiple onFiles={add} />
      {drafts.length > 0 && <Drafts seriesId={series} episodes={episodes} drafts={drafts} onDrafts={setChosenFiles} />}
      <UploadList />
    </div>
  );
}

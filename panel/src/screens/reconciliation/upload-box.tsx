import { NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useErrorSentence } from '../../api/error-words.ts';
import { type ApiError, asApiError } from '../../api/errors.ts';
import { Inline, Note, Stack } from '../../ui/box.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { type Upload, UploadRow } from '../../ui/upload-row.tsx';
import { useWords } from '../../words/define.ts';
import { type ColumnMapping, headingsOf, saveMapping } from './column-mapping.ts';
import { MappingForm } from './mapping-form.tsx';
import { families, railOf, useRailOptions } from './parts.tsx';
import classes from './reconciliation.module.css';
import { sendProviderFile } from './send-file.ts';
import { reconciliationWords } from './words.ts';

/** Whose file it is, and the file; it opens once it is compared. */
export function UploadBox() {
  const t = useWords(reconciliationWords);
  const { options } = useRailOptions();
  const [chosen, setChosen] = useState('');
  const [typed, setTyped] = useState('');
  const rail = railOf(chosen, typed);
  const { upload, unmapped, send, clear } = useSending();
  const isBusy = upload?.state === 'uploading';
  const needsName = families.some((family) => family === chosen);
  return (
    <Stack as="section" className={classes.upload} gap="md" mb="2xl" aria-label={t('upload.title')}>
      <Inline className={classes.fields} align="stretch" wraps gap="md">
        <NativeSelect
          label={t('rail')}
          value={chosen}
          disabled={isBusy}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={[{ value: '', label: t('upload.choose') }, ...options]}
        />
        {needsName && (
          <TextInput
            label={t('upload.provider')}
            placeholder="gopay"
            value={typed}
            disabled={isBusy}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Inline>
      {unmapped && (
        <MappingForm
          rail={unmapped.rail}
          headings={unmapped.headings}
          onChoose={(mapping) => send(unmapped.rail, unmapped.file, mapping)}
        />
      )}
      {upload ? (
        <UploadRow upload={upload} {...(upload.state === 'failed' && { onReplace: clear })} onRemove={clear} />
      ) : (
        <DropZone
          label={t('upload.drop')}
          hint={t('upload.hint')}
          accept=".csv,text/csv"
          blocked={rail === undefined ? t(needsName ? 'upload.nameFirst' : 'upload.railFirst') : undefined}
          onFiles={([file]) => file && rail && send(rail, file)}
        />
      )}
      {isBusy && upload.sent >= upload.size && <Note role="status">{t('upload.comparing')}</Note>}
    </Stack>
  );
}

/** A file with headings of its own, whose columns the operator has to name. */
interface Unmapped {
  readonly rail: string;
  readonly file: File;
  readonly headings: readonly string[];
}

const lacksColumn = ({ code, extras }: ApiError): boolean =>
  code === 'invalid_csv' && extras.problemCode === 'missing_column';

function useSending() {
  const t = useWords(reconciliationWords);
  const sentenceOf = useErrorSentence();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [upload, setUpload] = useState<Upload | undefined>();
  const [unmapped, setUnmapped] = useState<Unmapped | undefined>();
  const stop = useRef<AbortController>(undefined);
  // Who leaves the page does not want its file compared any more, nor to be taken to the result.
  useEffect(() => () => stop.current?.abort(), []);
  const send = async (rail: string, file: File, mapping?: ColumnMapping) => {
    const controller = new AbortController();
    stop.current = controller;
    const about = { name: file.name, size: file.size };
    setUpload({ ...about, sent: 0, state: 'uploading' });
    setUnmapped(undefined);
    const onProgress = (sent: number) => setUpload({ ...about, sent: Math.min(sent, file.size), state: 'uploading' });
    try {
      const id = await sendProviderFile({ rail, file, mapping, signal: controller.signal, onProgress });
      if (mapping) saveMapping(rail, mapping);
      await client.invalidateQueries({ queryKey: ['/v1/admin/payments/reconciliation'] });
      await navigate({ to: '/reconciliation/$id', params: { id } });
    } catch (error) {
      if (controller.signal.aborted) return;
      const refused = asApiError(error);
      const isUnmapped = lacksColumn(refused);
      const fault = isUnmapped ? t('upload.unmapped') : sentenceOf(refused);
      setUpload({ ...about, sent: file.size, state: 'failed', fault });
      if (isUnmapped) setUnmapped({ rail, file, headings: await headingsOf(file) });
    }
  };
  return {
    upload,
    unmapped,
    send: (rail: string, file: File, mapping?: ColumnMapping) => void send(rail, file, mapping),
    clear: () => {
      stop.current?.abort();
      setUpload(undefined);
      setUnmapped(undefined);
    },
  };
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { downloadFile } from '../../api/download.ts';
import { useErrorSentence } from '../../api/error-words.ts';
import { ApiError } from '../../api/errors.ts';
import { sessionSignal } from '../../app/session-data.ts';
import { useFormat } from '../../ui/format.ts';
import { IconDownload } from '../../ui/icons.ts';
import { useToast } from '../../ui/toast.tsx';
import { useWords } from '../../words/define.ts';
import { analyticsWords } from './words.ts';

const waitMs = 120_000;

/** Saves what the page shows as a file. */
export function CsvButton({ url }: { url: string }) {
  const t = useWords(analyticsWords);
  const format = useFormat();
  const toast = useToast();
  const sentence = useErrorSentence();
  const [isRunning, setRunning] = useState(false);
  const start = async () => {
    setRunning(true);
    const session = sessionSignal();
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(waitMs), session]);
      const count = await downloadFile(url, { signal, onProgress: () => {} });
      toast({ tone: 'positive', title: t('csv.done', { count, amount: format.number(count) }) });
    } catch (error) {
      if (session.aborted) return;
      const text = error instanceof ApiError ? sentence(error) : t('csv.failed');
      toast({ tone: 'danger', title: t('csv.title'), text });
    } finally {
      setRunning(false);
    }
  };
  return (
    <Button
      variant="default"
      loading={isRunning}
      leftSection={<IconDownload size={16} stroke={1.75} />}
      onClick={() => void start()}
    >
      {t('csv.button')}
    </Button>
  );
}

import { Button, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { downloadFile, removeLeftExports } from '../../api/download.ts';
import { useErrorSentence } from '../../api/error-words.ts';
import { ApiError } from '../../api/errors.ts';
import { sessionSignal } from '../../app/session-data.ts';
import { Inline } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { IconDownload } from '../../ui/icons.ts';
import { useToast } from '../../ui/toast.tsx';
import { useWords } from '../../words/define.ts';
import { exportUrl, totalsQuery } from './queries.ts';
import { type RunningExport, setRunningExport, useRunningExport } from './running-export.ts';
import classes from './transactions.module.css';
import { transactionWords } from './words.ts';

type Search = Parameters<typeof exportUrl>[0];

/** Saves what the list shows as a file, all of its pages; while it comes it says how far it is. */
export function ExportButton({ search }: { search: Search }) {
  const t = useWords(transactionWords);
  const running = useRunningExport();
  const start = useExport(search);
  useEffect(() => void removeLeftExports().catch(() => {}), []);
  if (running) return <ExportProgress running={running} />;
  return (
    <Button variant="default" leftSection={<IconDownload size={16} stroke={1.75} />} onClick={() => void start()}>
      {t('export.button')}
    </Button>
  );
}

function useExport(search: Search): () => Promise<void> {
  const t = useWords(transactionWords);
  const format = useFormat();
  const toast = useToast();
  const sentence = useErrorSentence();
  const { data: totals } = useQuery(totalsQuery(search));
  const total = totals?.isWhole ? totals.count : undefined;
  return async () => {
    const controller = new AbortController();
    const signal = AbortSignal.any([controller.signal, sessionSignal()]);
    const show = (progress: RunningExport['progress']) =>
      setRunningExport({ progress, total, cancel: () => controller.abort() });
    show({ rows: 0, bytes: 0 });
    try {
      const count = await downloadFile(exportUrl(search), { signal, onProgress: show });
      toast({ tone: 'positive', title: t('export.done', { count, amount: format.number(count) }) });
    } catch (error) {
      if (signal.aborted) return;
      const text = error instanceof ApiError ? sentence(error) : t('export.failed');
      toast({ tone: 'danger', title: t('export.title'), text });
    } finally {
      setRunningExport(undefined);
    }
  };
}

function ExportProgress({ running: { progress, total, cancel } }: { running: RunningExport }) {
  const t = useWords(transactionWords);
  const format = useFormat();
  const { rows, bytes } = progress;
  const amount = format.number(rows);
  const text =
    total === undefined
      ? t('export.rows', { count: rows, amount })
      : t('export.progress', { rows: amount, total: format.number(Math.max(rows, total)) });
  const share = total === undefined || total === 0 ? 100 : Math.min(100, (rows / total) * 100);
  return (
    <Inline gap="md">
      <div className={classes.progressText}>
        <span>{text}</span> <small>{format.bytes(bytes)}</small>
        <Progress value={share} animated size="sm" aria-label={t('export.title')} />
      </div>
      <Button variant="default" onClick={cancel}>
        {t('export.cancel')}
      </Button>
    </Inline>
  );
}

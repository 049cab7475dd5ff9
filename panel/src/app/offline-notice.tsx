import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Alert } from '../ui/alert.tsx';
import { useWords } from '../words/define.ts';
import classes from './shell.module.css';
import { shellWords } from './words.ts';

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange);

/** Says that what is shown may be old while the browser is offline. Everything on the screen is fetched again after that. */
export function OfflineNotice() {
  const t = useWords(shellWords);
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline());
  if (isOnline) return null;
  return (
    <div className={classes.end}>
      <Alert tone="warning">{t('offline')}</Alert>
    </div>
  );
}

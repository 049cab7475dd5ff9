import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { clearDrafts } from '../ui/draft.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconLock } from '../ui/icons.ts';
import { useTitle } from '../ui/page.tsx';
import { uiWords } from '../ui/words.ts';
import { useWords } from '../words/define.ts';
import { clearShownData, notifySessionEnd } from './session-data.ts';
import { shellWords } from './words.ts';

/** Stands in place of all screens once someone else has signed in: nothing of the first admin is kept or sent. */
export function AccountChangedNotice() {
  const t = useWords(shellWords);
  const ui = useWords(uiWords);
  const client = useQueryClient();
  useTitle(t('replaced.title'));
  useEffect(() => {
    notifySessionEnd();
    clearDrafts();
    clearShownData(client);
  }, [client]);
  return (
    <main>
      <div role="alert">
        <EmptyState icon={IconLock} title={t('replaced.title')} text={t('replaced.text')}>
          <Button onClick={() => window.location.reload()}>{ui('reload')}</Button>
        </EmptyState>
      </div>
    </main>
  );
}

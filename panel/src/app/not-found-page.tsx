import { Page } from '../ui/page.tsx';
import { useWords } from '../words/define.ts';
import { Screens } from './home/screens.tsx';
import { NotFound } from './route-error.tsx';
import { shellWords } from './words.ts';

/** An address that leads nowhere, for those who are signed in: the menu stays, and the screens are offered. */
export function NotFoundPage() {
  const t = useWords(shellWords);
  return (
    <Page title={t('notFound.title')}>
      <NotFound />
      <Screens />
    </Page>
  );
}

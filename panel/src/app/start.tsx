import { EmptyState } from '../ui/empty-state.tsx';
import { useWords } from '../words/define.ts';
import { shellWords } from './words.ts';

/** For a role whose screens are still to come. */
export function Start() {
  const t = useWords(shellWords);
  return <EmptyState title={t('nothingYet.title')} text={t('nothingYet.text')} />;
}

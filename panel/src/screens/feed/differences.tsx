import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import classes from './feed.module.css';
import type { Preview } from './queries.ts';
import { feedWords } from './words.ts';

const kinds = ['added', 'removed', 'moved'] as const;

/** How much is otherwise than now, in a line. */
export function Differences({ changes: { rails, freeToday, previewReel } }: Pick<Preview, 'changes'>) {
  const t = useWords(feedWords);
  const format = useFormat();
  const lists = [...rails, freeToday, previewReel];
  const parts = kinds.flatMap((kind) => {
    const count = lists.reduce((sum, list) => sum + list[kind].length, 0);
    return count > 0 ? [t(kind, { count })] : [];
  });
  return (
    <p className={classes.differences} role="status">
      {parts.length === 0 ? t('same') : t('different', { list: format.list(parts) })}
    </p>
  );
}

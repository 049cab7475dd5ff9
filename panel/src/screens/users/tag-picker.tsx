import { useId } from 'react';
import { Inline, Note } from '../../ui/box.tsx';
import { useWords } from '../../words/define.ts';
import { adjustWords } from './adjust-words.ts';
import type { Tag } from './adjustment.ts';
import classes from './coins.module.css';

interface TagPickerProps {
  tags: readonly Tag[];
  chosen: Tag;
  onChoose: (tag: Tag) => void;
}

/** What the coins are for. Radio buttons underneath, so that arrow keys and screen readers know them. */
export function TagPicker({ tags, chosen, onChoose }: TagPickerProps) {
  const t = useWords(adjustWords);
  const name = useId();
  return (
    <fieldset>
      <legend className={classes.label}>{t('adjust.tag')}</legend>
      <Note mt="3xs">{t('adjust.tagHint')}</Note>
      <Inline align="stretch" wraps mt="sm">
        {tags.map((tag) => (
          <label key={tag} className={classes.chip} data-chosen={tag === chosen || undefined}>
            <input
              type="radio"
              className={classes.radio}
              name={name}
              value={tag}
              checked={tag === chosen}
              onChange={() => onChoose(tag)}
            />
            {t(`adjust.tags.${tag}`)}
          </label>
        ))}
      </Inline>
    </fieldset>
  );
}

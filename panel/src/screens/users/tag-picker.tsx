import { ChoiceChips } from '../../ui/choice-chips.tsx';
import { useWords } from '../../words/define.ts';
import { adjustWords } from './adjust-words.ts';
import type { Tag } from './adjustment.ts';

interface TagPickerProps {
  tags: readonly Tag[];
  chosen: Tag;
  onChoose: (tag: Tag) => void;
}

/** What the coins are for. */
export function TagPicker({ tags, chosen, onChoose }: TagPickerProps) {
  const t = useWords(adjustWords);
  return (
    <ChoiceChips
      legend={t('adjust.tag')}
      hint={t('adjust.tagHint')}
      choices={tags}
      chosen={chosen}
      labelOf={(tag) => t(`adjust.tags.${tag}`)}
      onChoose={onChoose}
    />
  );
}

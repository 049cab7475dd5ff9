import { TextInput } from '@mantine/core';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { Box } from '../../ui/box.tsx';
import { ChoiceChips } from '../../ui/choice-chips.tsx';
import { useKeys } from '../../ui/keys.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { type Reason, reasons } from './reasons.ts';
import { commentWords } from './words.ts';

interface ReasonPickerProps {
  chosen: Reason;
  words: string;
  onChoose: (reason: Reason) => void;
  onWords: (words: string) => void;
}

/** Why a comment goes; numbers choose too. */
export function ReasonPicker({ chosen, words, onChoose, onWords }: ReasonPickerProps) {
  const t = useWords(commentWords);
  const word = useServerWord();
  // Who asks for their own words by its key goes on typing; the arrows of the radio buttons stay where they are.
  const own = useRef<HTMLInputElement>(null);
  const choose = (reason: Reason) => () => {
    flushSync(() => onChoose(reason));
    if (reason === 'other') own.current?.focus();
  };
  useKeys(Object.fromEntries(reasons.map((reason, index) => [String(index + 1), choose(reason)])));
  return (
    <Box mb="2xl">
      <ChoiceChips
        legend={t('reason.label')}
        hint={t('reason.hint')}
        choices={reasons}
        chosen={chosen}
        labelOf={(reason) => (reason === 'other' ? t('reason.other') : word('reason', reason))}
        onChoose={onChoose}
      >
        {chosen === 'other' && (
          <TextInput
            ref={own}
            label={t('reason.own')}
            description={t('reason.ownHint')}
            maxLength={500}
            value={words}
            onChange={(event) => onWords(event.currentTarget.value)}
            onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
          />
        )}
      </ChoiceChips>
    </Box>
  );
}

import { TextInput } from '@mantine/core';
import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Inline, Note } from '../../ui/box.tsx';
import { useKeys } from '../../ui/keys.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './comments.module.css';
import { type Reason, reasons } from './reasons.ts';
import { commentWords } from './words.ts';

interface ReasonPickerProps {
  chosen: Reason;
  words: string;
  onChoose: (reason: Reason) => void;
  onWords: (words: string) => void;
}

/** Why a comment goes. Radio buttons underneath, so that arrow keys and screen readers know them; numbers choose too. */
export function ReasonPicker({ chosen, words, onChoose, onWords }: ReasonPickerProps) {
  const t = useWords(commentWords);
  const word = useServerWord();
  const name = useId();
  // Who asks for their own words by its key goes on typing; the arrows of the radio buttons stay where they are.
  const own = useRef<HTMLInputElement>(null);
  const choose = (reason: Reason) => () => {
    flushSync(() => onChoose(reason));
    if (reason === 'other') own.current?.focus();
  };
  useKeys(Object.fromEntries(reasons.map((reason, index) => [String(index + 1), choose(reason)])));
  return (
    <fieldset className={classes.reasons}>
      <legend className={classes.legend}>{t('reason.label')}</legend>
      <Note>{t('reason.hint')}</Note>
      <Inline align="stretch" wraps gap="xs">
        {reasons.map((reason) => (
          <label key={reason} className={classes.chip} data-chosen={reason === chosen || undefined}>
            <input
              type="radio"
              className={classes.radio}
              name={name}
              value={reason}
              checked={reason === chosen}
              onChange={() => onChoose(reason)}
            />
            {reason === 'other' ? t('reason.other') : word('reason', reason)}
          </label>
        ))}
      </Inline>
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
    </fieldset>
  );
}

import { type ReactNode, useId } from 'react';
import { Inline, Note, Stack } from './box.tsx';
import classes from './choice-chips.module.css';

interface ChoiceChipsProps<Choice extends string> {
  legend: string;
  hint: string;
  choices: readonly Choice[];
  chosen: Choice;
  labelOf: (choice: Choice) => string;
  onChoose: (choice: Choice) => void;
  /** What belongs to a choice, below all of them. */
  children?: ReactNode;
}

/** One of a few. Radio buttons underneath, so that arrow keys and screen readers know them. */
export function ChoiceChips<Choice extends string>(props: ChoiceChipsProps<Choice>) {
  const { legend, hint, choices, chosen, labelOf, onChoose, children } = props;
  const name = useId();
  return (
    <fieldset>
      <legend>{legend}</legend>
      <Note mb="sm">{hint}</Note>
      <Stack gap="sm">
        <Inline wraps>
          {choices.map((choice) => (
            <label key={choice} className={classes.chip}>
              <input
                type="radio"
                className={classes.radio}
                name={name}
                value={choice}
                checked={choice === chosen}
                onChange={() => onChoose(choice)}
              />
              {labelOf(choice)}
            </label>
          ))}
        </Inline>
        {children}
      </Stack>
    </fieldset>
  );
}

import { PasswordInput } from '@mantine/core';
import { Inline } from '../../ui/box.tsx';
import { useWords } from '../../words/define.ts';
import classes from './password-fields.module.css';
import { sessionWords } from './words.ts';

interface PasswordFieldsProps {
  currentLabel: string;
  current: string;
  fresh: string;
  onCurrent: (value: string) => void;
  onFresh: (value: string) => void;
}

export function PasswordFields({ currentLabel, current, fresh, onCurrent, onFresh }: PasswordFieldsProps) {
  const t = useWords(sessionWords);
  return (
    <>
      <PasswordInput
        label={currentLabel}
        autoComplete="current-password"
        required
        withAsterisk={false}
        value={current}
        onChange={(event) => onCurrent(event.currentTarget.value)}
      />
      <div>
        <PasswordInput
          label={t('password.new')}
          description={t('password.rule')}
          autoComplete="new-password"
          required
          withAsterisk={false}
          minLength={12}
          maxLength={128}
          value={fresh}
          onChange={(event) => onFresh(event.currentTarget.value)}
        />
        <Strength password={fresh} />
      </div>
    </>
  );
}

const levels = ['none', 'short', 'weak', 'fair', 'strong'] as const;

/** A rough guess from length and variety. The server has the last word: it knows the common ones. */
export function strengthOf(password: string): number {
  const characters = [...password];
  if (characters.length === 0) return 0;
  if (characters.length < 12) return 1;
  const distinct = new Set(characters.map((character) => character.toLowerCase())).size;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length;
  const points = Math.min(characters.length, 24) / 4 + distinct / 4 + kinds;
  return points < 8 ? 2 : points < 11 ? 3 : 4;
}

function Strength({ password }: { password: string }) {
  const t = useWords(sessionWords);
  const level = strengthOf(password);
  const name = t(`password.level.${levels[level] ?? 'none'}`);
  return (
    <Inline
      className={classes.meter}
      gap="md"
      mt="xs"
      role="meter"
      aria-label={t('password.strength')}
      aria-valuemin={0}
      aria-valuemax={4}
      aria-valuenow={level}
      aria-valuetext={name}
      data-level={level}
    >
      <span className={classes.bars} aria-hidden>
        {[1, 2, 3, 4].map((step) => (
          <span key={step} data-on={level >= step || undefined} />
        ))}
      </span>
      <span className={classes.name} aria-hidden>
        {level > 0 && name}
      </span>
    </Inline>
  );
}

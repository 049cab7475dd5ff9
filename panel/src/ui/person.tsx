import { useWords } from '../words/define.ts';
import { Inline, Text } from './box.tsx';
import { initialsOf } from './initials.ts';
import classes from './person.module.css';
import { uiWords } from './words.ts';

interface PersonProps {
  name: string;
  /** Shown on hover. */
  email?: string | null | undefined;
}

/** An admin or a user by name, with initials. */
export function Person({ name, email }: PersonProps) {
  return (
    <Inline as="span" className={classes.person} within gap="xs" title={email ?? undefined}>
      <PersonAvatar name={name} size={20} />
      <bdi>{name}</bdi>
    </Inline>
  );
}

interface ActingAdminProps {
  /** What they are called now, where the account still exists. */
  name: string | null;
  email: string;
}

/** Who did something: an admin, or the system by itself. */
export function ActingAdmin({ name, email }: ActingAdminProps) {
  const t = useWords(uiWords);
  if (email === 'system') return <Text tone="muted">{t('system')}</Text>;
  return <Person name={name ?? email} email={email} />;
}

/** The picture that users choose lies on servers of others, which must not learn who looks at it: initials stand for it. */
export function PersonAvatar({ name, size }: { name: string; size: number }) {
  return (
    <span className={classes.avatar} style={{ inlineSize: size, fontSize: size / 2.5 }} aria-hidden>
      {initialsOf(name)}
    </span>
  );
}

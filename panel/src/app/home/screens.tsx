import { Link } from '@tanstack/react-router';
import { Inline } from '../../ui/box.tsx';
import { useLocalized, useWords } from '../../words/define.ts';
import { useMenu } from '../session.ts';
import classes from './home.module.css';
import { homeWords } from './words.ts';

/** The screens that this admin may open. */
export function Screens() {
  const t = useWords(homeWords);
  const localized = useLocalized();
  const entries = useMenu().flatMap((group) => group.entries);
  return (
    <Inline as="nav" align="stretch" wraps gap="md" mt="2xl" aria-label={t('screens')}>
      {entries.map(({ to, label, icon: EntryIcon }) => (
        <Link key={to} to={to} className={classes.screen}>
          <EntryIcon size={18} stroke={1.75} aria-hidden />
          {localized(label)}
        </Link>
      ))}
    </Inline>
  );
}

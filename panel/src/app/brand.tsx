import { Inline } from '../ui/box.tsx';
import classes from './brand.module.css';

/** The mark: a cliff, and the one who is about to fall. */
export function Brand({ large = false }: { large?: boolean }) {
  return (
    <Inline as="span" className={classes.brand} within size="lg" weight="strong" data-large={large || undefined}>
      <svg viewBox="0 0 32 32" className={classes.mark} aria-hidden focusable="false">
        <rect width="32" height="32" rx="8" fill="var(--mark)" />
        <path d="M6 11h12v4.5h-3.5V20H11v4.5H6z" fill="#fff" />
        <circle cx="23.5" cy="10.5" r="2.8" fill="#fff" />
      </svg>
      Cliffhanger
    </Inline>
  );
}

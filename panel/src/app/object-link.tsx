import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './object-link.module.css';
import { useOpenScreens } from './session.ts';

/** The address of a thing, where there is a screen for it that this admin may open. */
export function useObjectHref(): (type: string | null, id: string | null) => string | undefined {
  const screens = useOpenScreens();
  return (type, id) => {
    if (type === null || id === null) return undefined;
    const path = screens.flatMap(({ objects }) => objects?.[type] ?? [])[0];
    return path?.replace(/\$\w+/, encodeURIComponent(id));
  };
}

interface ObjectLinkProps {
  type: string | null;
  id: string | null;
  /** What screen readers say in place of what it shows. */
  label?: string;
  children: ReactNode;
}

/** The name of a thing, as a link where it leads somewhere. */
export function ObjectLink({ type, id, label, children }: ObjectLinkProps) {
  const href = useObjectHref()(type, id);
  if (!href) return children;
  return (
    <Link to={href} className={classes.link} aria-label={label}>
      {children}
    </Link>
  );
}

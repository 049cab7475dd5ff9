import { type ReactNode, useEffect } from 'react';
import classes from './page.module.css';

interface PageProps {
  title?: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** For forms and text, which nobody reads across a whole screen. */
  narrow?: boolean;
  children: ReactNode;
}

/** One screen: its title (also the window's), what it is for, its actions, its content. */
export function Page({ title, description, actions, narrow = false, children }: PageProps) {
  useTitle(title);
  return (
    <div className={classes.page} data-narrow={narrow || undefined}>
      {title && (
        <header className={classes.header}>
          <div>
            <h1 className={classes.title}>{title}</h1>
            {description && <p className={classes.description}>{description}</p>}
          </div>
          {actions && <div className={classes.actions}>{actions}</div>}
        </header>
      )}
      {children}
    </div>
  );
}

export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Cliffhanger` : 'Cliffhanger';
  }, [title]);
}

interface SectionProps {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

/** A part of a screen, with its name beside it where there is room. */
export function Section({ title, description, actions, children }: SectionProps) {
  return (
    <section className={classes.section}>
      <div className={classes.sectionHead}>
        <h2 className={classes.sectionTitle}>{title}</h2>
        {description && <p className={classes.description}>{description}</p>}
        {actions && <div className={classes.sectionActions}>{actions}</div>}
      </div>
      <div className={classes.sectionBody}>{children}</div>
    </section>
  );
}

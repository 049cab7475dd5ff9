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

interface ShownTitle {
  readonly text: string;
  readonly isDrawer: boolean;
}

/** The titles of what is shown now: a page, and perhaps a drawer on top of it. */
const shownTitles: ShownTitle[] = [];

function showTitle(): void {
  const title = shownTitles.findLast(({ isDrawer }) => isDrawer) ?? shownTitles.at(-1);
  document.title = title ? `${title.text} · Cliffhanger` : 'Cliffhanger';
}

/** The title of the window while this is shown. A drawer comes before its page, which has its title back afterwards. */
export function useTitle(text: string | undefined, isDrawer = false): void {
  useEffect(() => {
    if (!text) return undefined;
    const title = { text, isDrawer };
    shownTitles.push(title);
    showTitle();
    return () => {
      shownTitles.splice(shownTitles.indexOf(title), 1);
      showTitle();
    };
  }, [text, isDrawer]);
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

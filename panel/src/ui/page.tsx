import { type ReactNode, useEffect } from 'react';
import { Inline, Text } from './box.tsx';
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
        <Inline as="header" align="start" justify="between" wraps gap="2xl" rowGap="md" mb="xl">
          <div>
            <Text as="h1" className={classes.title} size="2xl" tight>
              {title}
            </Text>
            {description && (
              <Text as="p" className={classes.description} tone="muted" mt="2xs">
                {description}
              </Text>
            )}
          </div>
          {actions && (
            <Inline align="stretch" wraps>
              {actions}
            </Inline>
          )}
        </Inline>
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
      <div>
        <h2>{title}</h2>
        {description && (
          <Text as="p" className={classes.description} tone="muted" mt="2xs">
            {description}
          </Text>
        )}
        {actions && (
          <Text as="div" mt="md">
            {actions}
          </Text>
        )}
      </div>
      <div className={classes.sectionBody}>{children}</div>
    </section>
  );
}

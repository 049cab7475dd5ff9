import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface DocumentPicture {
  /** The screen that it shows, by its name in `document-screens.ts` or a `states.fixture.ts`. */
  readonly screen: string;
  readonly path: string;
}

/** What the pages for operators show: a picture is called like its screen, so that a page only has to name it. */
export function documentPictures(root: string): DocumentPicture[] {
  const folder = join(root, 'docs', 'operators');
  const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const names = pages.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/\]\(pictures\/([\w-]+)\.webp\)/g)].map(
      ([, screen = '']) => screen,
    ),
  );
  return [
    ...[...new Set(names)].map((screen) => ({ screen, path: join(folder, 'pictures', `${screen}.webp`) })),
    { screen: 'user-adjust', path: join(root, 'docs', 'panel.png') },
  ];
}

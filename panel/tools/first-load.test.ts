import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type BuiltScript, firstLoads, pageParts } from './first-load.ts';

const panel = join(import.meta.dirname, '..');

const script = (facade: string | null, imports: string[] = [], styles: string[] = []): BuiltScript => ({
  facade: facade && `/repository/panel/${facade}`,
  imports,
  styles,
});

const page = `<script src="/theme.js"></script>
  <script type="module" fetchpriority="low" crossorigin src="/libraries.js"></script>
  <script type="module" crossorigin src="/start.js"></script>
  <link rel="stylesheet" crossorigin href="/start.css">`;

function build(): Map<string, BuiltScript> {
  const parts = new Set(Object.values(pageParts).flat());
  const files = [...parts].map((part): [string, BuiltScript] => [`${part}.js`, script(part, ['start.js'])]);
  return new Map([
    ...files,
    ['start.js', script(null, ['libraries.js'], ['start.css'])],
    ['libraries.js', script(null)],
    ['list.js', script(null, ['libraries.js'], ['list.css'])],
    ['src/screens/users/list-screen.tsx.js', script('src/screens/users/list-screen.tsx', ['start.js', 'list.js'])],
  ]);
}

it('a page asks for its styles, its scripts, who is signed in, and then for the parts of its screen', () => {
  expect(firstLoads(build(), page)['/users']).toEqual([
    ...['/start.css', '/libraries.js', '/start.js', '/v1/admin/admins/me', '/list.css'],
    ...['/src/app/shell.tsx.js', '/list.js', '/src/screens/users/list-screen.tsx.js'],
  ]);
  expect(firstLoads(build(), page)['/sign-in']).toEqual(['/start.css', '/libraries.js', '/start.js']);
});

it('a part that is not in the build is a mistake in the list', () => {
  const scripts = build();
  scripts.delete('src/app/shell.tsx.js');
  expect(() => firstLoads(scripts, page)).toThrow('src/app/shell.tsx');
});

it('every page of the menu is in the list', () => {
  const folder = join(panel, 'src/screens');
  const manifests = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('manifest.ts'),
  );
  const paths = manifests.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/path: '(\/[a-z]+)'/g)].map(([, path = '']) => path),
  );
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !(path in pageParts))).toEqual([]);
});

import { expect, it } from 'vitest';
import { type BuiltScript, firstLoads, readPageFiles, routesIn } from './first-load.ts';

const pages = {
  '*': ['src/app/shell.tsx'],
  '/sign-in': [],
  '/users': ['src/app/shell.tsx', 'src/screens/users/list-screen.tsx'],
};

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
  return new Map([
    ['src/app/shell.tsx.js', script('src/app/shell.tsx', ['start.js'])],
    ['start.js', script(null, ['libraries.js'], ['start.css'])],
    ['libraries.js', script(null)],
    ['list.js', script(null, ['libraries.js'], ['list.css'])],
    ['src/screens/users/list-screen.tsx.js', script('src/screens/users/list-screen.tsx', ['start.js', 'list.js'])],
  ]);
}

it('a page asks for its styles, its scripts, who is signed in, and then for the parts of its screen', () => {
  expect(firstLoads(pages, build(), page)['/users']).toEqual([
    ...['/start.css', '/libraries.js', '/start.js', '/v1/admin/admins/me', '/list.css'],
    ...['/src/app/shell.tsx.js', '/list.js', '/src/screens/users/list-screen.tsx.js'],
  ]);
  expect(firstLoads(pages, build(), page)['/sign-in']).toEqual(['/start.css', '/libraries.js', '/start.js']);
});

it('a file without a script of its own stops the build', () => {
  const scripts = build();
  scripts.delete('src/app/shell.tsx.js');
  expect(() => firstLoads(pages, scripts, page)).toThrow('src/app/shell.tsx');
});

it('the pages and their files are read from the routes', () => {
  const read = readPageFiles();
  expect(read).toMatchObject({
    '/': ['src/app/shell.tsx', 'src/app/home/home.tsx'],
    '/sign-in': [],
    '/reset': ['src/screens/sessions/reset-screen.tsx'],
    '/users': ['src/app/shell.tsx', 'src/screens/users/list-screen.tsx'],
    '*': ['src/app/shell.tsx'],
  });
  expect(Object.keys(read).length).toBeGreaterThan(15);
});

it('a route below another is not a page, and one with a value in its path is', () => {
  const routes = `const list = createRoute({
  getParentRoute: () => shellRoute,
  path: '/plays',
  component: lazyComponent(async () => (await import('./list-screen.tsx')).List),
});
const detail = createRoute({
  getParentRoute: () => shellRoute,
  path: '/plays/$id',
  component: lazyComponent(async () => (await import('./detail-screen.tsx')).Detail),
});
const drawer = createRoute({
  getParentRoute: () => list,
  path: 'new',
  component: lazyComponent(async () => (await import('./drawer.tsx')).Drawer),
});`;
  expect(routesIn(routes, 'src/screens/plays')).toEqual([
    ['/plays', ['src/app/shell.tsx', 'src/screens/plays/list-screen.tsx']],
    ['/plays/$', ['src/app/shell.tsx', 'src/screens/plays/detail-screen.tsx']],
  ]);
});

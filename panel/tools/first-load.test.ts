import { expect, it } from 'vitest';
import { type BuiltScript, firstLoads, readPageFiles, routesIn } from './first-load.ts';

const pages = {
  '*': ['src/app/shell.tsx'],
  '/sign-in': [],
  '/users': ['src/app/shell.tsx', 'src/screens/users/list-screen.tsx', '/v1/admin/users'],
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

const parts = ['/list.css', '/src/app/shell.tsx.js', '/list.js', '/src/screens/users/list-screen.tsx.js'];

it('a page asks for its styles, its scripts, who is signed in, its list, and then for the parts of its screen', () => {
  expect(firstLoads(pages, build(), page)['/users']).toEqual([
    ...['/start.css', '/libraries.js', '/start.js', '/v1/admin/admins/me', '/v1/admin/users'],
    ...parts,
  ]);
  expect(firstLoads(pages, build(), page)['/sign-in']).toEqual(['/start.css', '/libraries.js', '/start.js']);
});

it('a page with filters in its address asks for another list, which is not named', () => {
  const loads = firstLoads(pages, build(), page);
  expect(loads['/users?*']).toEqual(['/start.css', '/libraries.js', '/start.js', '/v1/admin/admins/me', ...parts]);
  expect(loads['/sign-in?*']).toBeUndefined();
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
    '/users': ['src/app/shell.tsx', 'src/screens/users/list-screen.tsx', '/v1/admin/users'],
    '/jobs': ['src/app/shell.tsx', 'src/screens/jobs/jobs-screen.tsx'],
    '*': ['src/app/shell.tsx'],
  });
  expect(Object.keys(read).length).toBeGreaterThan(15);
});

it('a route below another is not a page, and one with a value in its path is', () => {
  const routes = `const list = createRoute({
  getParentRoute: () => shellRoute,
  path: '/plays',
  loader: ({ context, deps }) => preloadList(context, playsQuery(deps)),
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
  const queries = `export const playQuery = (id: string) => apiQuery('/v1/plays/{id}', { path: { id } });
export const playsQuery = (search: ListParams<'/v1/plays'>) => listQuery('/v1/plays', search);`;
  expect(routesIn(routes, 'src/screens/plays', queries)).toEqual([
    ['/plays', ['src/app/shell.tsx', 'src/screens/plays/list-screen.tsx', '/v1/plays']],
    ['/plays/$', ['src/app/shell.tsx', 'src/screens/plays/detail-screen.tsx']],
  ]);
});

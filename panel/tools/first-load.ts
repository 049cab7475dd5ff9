/**
 * What a page will ask for after its first scripts, so that the server can name it together with the page and the
 * browser fetches all of it at once instead of in turns.
 */

const shell = 'src/app/shell.tsx';
/** The shell waits for it. */
const account = '/v1/admin/admins/me';

/** The parts of a page that are imported when it is opened. Addresses that are not here have the shell in common. */
export const pageParts: Readonly<Record<string, readonly string[]>> = {
  '*': [shell],
  '/': [shell, 'src/app/home/home.tsx'],
  '/sign-in': [],
  '/reset': ['src/screens/sessions/reset-screen.tsx'],
  '/account': [shell, 'src/screens/sessions/account-screen.tsx'],
  '/admins': [shell, 'src/screens/admins/list-screen.tsx'],
  '/approvals': [shell, 'src/screens/approvals/list-screen.tsx'],
  '/audit': [shell, 'src/screens/audit/list-screen.tsx'],
  '/blocks': [shell, 'src/screens/blocks/blocks-screen.tsx'],
  '/calendar': [shell, 'src/screens/publishing/calendar-screen.tsx'],
  '/jobs': [shell, 'src/screens/jobs/jobs-screen.tsx'],
  '/library': [shell, 'src/screens/media/library-screen.tsx'],
  '/roles': [shell, 'src/screens/roles/roles-screen.tsx'],
  '/series': [shell, 'src/screens/catalog/list-screen.tsx'],
  '/uploads': [shell, 'src/screens/media/upload-screen.tsx'],
  '/users': [shell, 'src/screens/users/list-screen.tsx'],
  '/webhooks': [shell, 'src/screens/webhooks/inbox-screen.tsx'],
};

/** A script of the build, by its file name. */
export interface BuiltScript {
  /** Where its imports begin, if it is imported by name. */
  readonly facade: string | null;
  readonly imports: readonly string[];
  readonly styles: readonly string[];
}

type Scripts = ReadonlyMap<string, BuiltScript>;

/** A script with all that it imports, and their styles. */
function filesOf(scripts: Scripts, name: string, found: Set<string> = new Set()): Set<string> {
  const script = scripts.get(name);
  if (!script || found.has(name)) return found;
  for (const one of script.imports) filesOf(scripts, one, found);
  for (const style of script.styles) found.add(style);
  return found.add(name);
}

/** What the first paint needs comes first, and the scripts last: browsers take few files at a time. */
const inOrder = (addresses: readonly string[]): string[] => {
  const isStyle = (address: string) => address.endsWith('.css');
  return [...addresses.filter(isStyle), ...addresses.filter((address) => !isStyle(address))];
};

/** The styles and scripts that the page itself names. */
export function namedBy(html: string): string[] {
  const tags = html.matchAll(/<(?:link rel="stylesheet"|script type="module")[^>]*? (?:href|src)="\/([^"]+)"/g);
  return [...tags].map(([, file = '']) => file);
}

/** The addresses that each page asks for, those first that it names itself. */
export function firstLoads(scripts: Scripts, html: string): Record<string, string[]> {
  const names = [...scripts.keys()];
  const named = namedBy(html);
  const scriptOf = (part: string): string => {
    const name = names.find((one) => scripts.get(one)?.facade?.replaceAll('\\', '/').endsWith(`/${part}`));
    if (name === undefined) throw new Error(`no page of the panel imports ${part}`);
    return name;
  };
  const addressesOf = (parts: readonly string[]): string[] => {
    const all = new Set(parts.flatMap((part) => [...filesOf(scripts, scriptOf(part))]));
    const later = [...all].filter((file) => !named.includes(file));
    const data = parts.includes(shell) ? [account] : [];
    return [...inOrder(named).map((file) => `/${file}`), ...data, ...inOrder(later).map((file) => `/${file}`)];
  };
  return Object.fromEntries(Object.entries(pageParts).map(([path, parts]) => [path, addressesOf(parts)]));
}

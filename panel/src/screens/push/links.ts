/** Links into the app, as `/series/the-quiet-heir`, `/episodes/0193…` and `/store`. */

export const linkKinds = ['home', 'series', 'episode', 'store'] as const;
export type LinkKind = (typeof linkKinds)[number];

export function linkKindOf(link: string): LinkKind {
  if (link === '/store') return 'store';
  return link.startsWith('/episodes/') ? 'episode' : link.startsWith('/series/') ? 'series' : 'home';
}

export const linkOf = (to: { readonly slug: string } | { readonly episodeId: string }): string =>
  'slug' in to ? `/series/${to.slug}` : `/episodes/${to.episodeId}`;

/** The slug or id at the end of a link. */
export const subjectOf = (link: string): string => link.split('/')[2] ?? '';

/** Data as lines like `offer: weekend`. */
export const textOfData = (data: Readonly<Record<string, string>>): string =>
  Object.entries(data)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** Undefined where a line is none. */
export function dataIn(text: string): Record<string, string> | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => /^\s*([A-Za-z]\w{0,39})\s*:\s*(.*?)\s*$/.exec(line));
  if (pairs.includes(null)) return undefined;
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']));
}

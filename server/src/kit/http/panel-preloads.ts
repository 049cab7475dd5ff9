import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What each page of the panel asks for after its first scripts, by its path, as its build lists it: `$` stands for a
 * value at the end of a path, `?*` for any filters after it, `*` for any other page.
 */
export type Preloads = ReadonlyMap<string, string>;

export function preloadsAt(preloads: Preloads, url: string): string | undefined {
  const [path = '/', query] = url.split('?');
  const filtered = query ? preloads.get(`${path}?*`) : undefined;
  return filtered ?? preloads.get(path) ?? preloads.get(path.replace(/[^/]+$/, '$$')) ?? preloads.get('*');
}

function linkTo(address: string): string {
  if (address.startsWith('/v1/')) return `<${address}>; rel=preload; as=fetch; crossorigin`;
  if (address.endsWith('.css')) return `<${address}>; rel=preload; as=style; crossorigin`;
  return `<${address}>; rel=modulepreload; fetchpriority=low`;
}

const isTexts = (list: unknown): list is string[] =>
  Array.isArray(list) && list.every((one) => typeof one === 'string');

/** The `Link` header of each page, by its path. A build without such a list is served without. */
export function readPreloads(folder: string): Preloads {
  try {
    const list: unknown = JSON.parse(readFileSync(join(folder, 'first-loads.json'), 'utf8'));
    const pages = typeof list === 'object' && list !== null ? Object.entries(list) : [];
    return new Map(
      pages.flatMap(([path, addresses]) => (isTexts(addresses) ? [[path, addresses.map(linkTo).join(', ')]] : [])),
    );
  } catch {
    return new Map();
  }
}

import { createMemoryHistory } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { menuFor } from '../app/menu.ts';
import { createPanelRouter, createQueryClient } from '../app/router.ts';
import { hasPermission, hrefOf, type Screen } from '../app/screen.ts';
import { synonymNames } from '../app/search-synonyms.ts';
import { screens } from './index.ts';

const all: readonly Screen[] = screens;
const router = createPanelRouter(createQueryClient(), createMemoryHistory());
const paths = Object.keys(router.routesByPath);

const repeated = (words: readonly string[]): string[] => words.filter((word, at) => words.indexOf(word) !== at);

it('a menu entry has a key of its own and a place of its own', () => {
  const places = all.flatMap(({ menu }) => menu ?? []);
  expect(repeated(places.map(({ key }) => key))).toEqual([]);
  expect(repeated(places.map(({ group, order }) => `${group} ${order}`))).toEqual([]);
});

it('a tile has a place of its own, leads to a page that is there, and the menu counts two of a screen at most', () => {
  const tiles = all.flatMap((screen) => screen.tiles ?? []);
  expect(repeated(tiles.map(({ name }) => name))).toEqual([]);
  expect(repeated(tiles.map(({ order }) => String(order)))).toEqual([]);
  expect(tiles.map((tile) => hrefOf(tile).split('?')[0] ?? '').filter((path) => !paths.includes(path))).toEqual([]);
  expect(all.filter((screen) => (screen.tiles ?? []).filter(({ inMenu }) => inMenu).length > 2)).toEqual([]);
});

it('links to things lead to pages that are there, one for each type', () => {
  const links = all.flatMap(({ objects }) => Object.entries(objects ?? {}));
  expect(links.filter(([, path]) => !paths.includes(path))).toEqual([]);
  expect(repeated(links.map(([type]) => type))).toEqual([]);
});

it('actions of the palette lead to pages that are there', () => {
  const actions = all.flatMap((screen) => screen.actions ?? []);
  const addresses = actions.flatMap((action) => ('href' in action ? [action.href] : []));
  expect(addresses.filter((href) => !paths.includes(href))).toEqual([]);
});

it('the other words of the palette are of pages and actions that are there', () => {
  const actions = all.flatMap((screen) => screen.actions ?? []);
  const named = actions.map((action) => ('href' in action ? action.href : action.label.en));
  const ofPalette = ['theme', 'sign-out', 'tour', 'keyboard'];
  expect(synonymNames.filter((name) => ![...paths, ...named, ...ofPalette].includes(name))).toEqual([]);
});

/** Open to who is not signed in, of the demo alone, or begun at a purchase. */
const besideThePalette = ['/', '/sign-in', '/reset', '/blocks', '/refunds/new'];

it('the palette reaches every page that needs nothing to be chosen first', () => {
  const entries = menuFor(all, ['*']).flatMap((group) => group.entries.map(({ to }) => to));
  const actions = all
    .flatMap((screen) => screen.actions ?? [])
    .flatMap((action) => ('href' in action ? action.href : []));
  const reached = new Set([...entries, ...actions, ...besideThePalette, '/account']);
  expect(paths.filter((path) => !path.includes('$') && !reached.has(path))).toEqual([]);
});

it('the menu has what its reader may open, in order', () => {
  const menuOf = (...held: string[]) =>
    menuFor(all, held).map(({ name, entries }) => [name, entries.map(({ to }) => to)]);
  expect(menuOf()).toEqual([['work', ['/approvals']]]);
  expect(menuOf('catalog:read', 'publishing:read')).toEqual([
    ['work', ['/approvals']],
    ['content', ['/series', '/launches', '/calendar', '/library']],
  ]);
  expect(menuOf('*').map(([name]) => name)).toEqual(['work', 'content', 'money', 'team', 'system']);
});

/** What the roles of the specification hold by themselves. */
const roles: Readonly<Record<string, readonly string[]>> = {
  content_manager: [
    ...['catalog:read', 'catalog:write', 'catalog:delete', 'publishing:read', 'publishing:write', 'curation:read'],
    ...['curation:write', 'push:read', 'push:write', 'pricing:read', 'analytics:read'],
  ],
  moderator: ['moderation:read', 'moderation:write', 'users:read', 'users:ban', 'catalog:read'],
  support: [
    ...['users:read', 'users:ban', 'wallet:read', 'wallet:adjust', 'payments:read', 'payments:refund_request'],
    ...['moderation:read', 'catalog:read'],
  ],
  analyst: ['analytics:read', 'catalog:read', 'publishing:read', 'curation:read', 'pricing:read'],
  finance: [
    ...['payments:read', 'payments:refund', 'payments:refund_request', 'wallet:read', 'wallet:adjust', 'users:read'],
    ...['pricing:read', 'pricing:write', 'analytics:read', 'audit:read'],
  ],
};

it.each([
  ['content_manager', ['heldLaunches', 'failedReleases', 'week', 'review']],
  ['moderator', ['reportedComments', 'decided']],
  ['support', ['decide', 'mine', 'openAlerts']],
  ['analyst', ['openAlerts', 'launches', 'freeThisWeek']],
  ['finance', ['decide', 'breach', 'openAlerts']],
])('the home of %s has what this role looks after', (role, names) => {
  const held = roles[role] ?? [];
  const tiles = all.filter(({ permission }) => hasPermission(held, permission)).flatMap(({ tiles: own = [] }) => own);
  const shown = tiles.filter(({ permission = null }) => hasPermission(held, permission)).map(({ name }) => name);
  expect(shown).toEqual(expect.arrayContaining(names));
});

it('the count beside an entry of the menu needs the permission of its tile', () => {
  const counter = all.find(({ tiles }) =>
    tiles?.some(({ permission, inMenu }) => inMenu && permission === 'moderation:write'),
  );
  const counted = (held: string[]) =>
    counter &&
    menuFor([counter], held)[0]
      ?.entries.find(({ key }) => key === counter?.menu?.key)
      ?.counted.map(({ name }) => name);
  expect(counted(['moderation:read'])).toEqual([]);
  expect(counted(['moderation:read', 'moderation:write'])).toEqual(['reportedComments']);
});

it('the browser tests look at every folder’s screens', () => {
  const manifests = Object.keys(import.meta.glob('./*/manifest.ts')).map((path) => path.replace('manifest.ts', ''));
  const looked = Object.keys(import.meta.glob('./*/states.fixture.ts'));
  expect(manifests.filter((folder) => !looked.includes(`${folder}states.fixture.ts`))).toEqual([]);
});

import type { Icon } from '../ui/icons.ts';
import type { Localized } from '../words/define.ts';
import { hasPermission, menuGroups, type Screen, type Tile } from './screen.ts';

export interface MenuEntry {
  readonly to: string;
  readonly label: Localized;
  readonly icon: Icon;
  /** Pressed after g. */
  readonly key: string;
  /** What is counted beside it. */
  readonly counted: readonly Tile[];
}

export interface MenuGroup {
  readonly name: (typeof menuGroups)[number];
  readonly entries: readonly MenuEntry[];
}

const countedFor = (tiles: readonly Tile[], held: readonly string[]): Tile[] =>
  tiles.filter(({ inMenu, permission = null }) => inMenu && hasPermission(held, permission));

/** The menu as one admin sees it. */
export function menuFor(screens: readonly Screen[], held: readonly string[]): MenuGroup[] {
  const places = screens.flatMap(({ route, permission, menu, tiles = [] }) =>
    menu && hasPermission(held, permission) ? [{ ...menu, to: route.fullPath, counted: countedFor(tiles, held) }] : [],
  );
  return menuGroups
    .map((name) => ({
      name,
      entries: places.filter(({ group }) => group === name).sort((one, other) => one.order - other.order),
    }))
    .filter(({ entries }) => entries.length > 0);
}

import type { Permission } from '../api/contract.ts';
import type { Icon } from '../ui/icons.ts';
import type { Localized } from '../words/define.ts';
import type homeWords from './home/words/home.en.json';
import type { FiguresQuery, TileQuery } from './tiles.ts';

/**
 * A screen says of itself where it is, who may open it and from where it is reached: `manifest.ts` in its folder. The
 * router, the menu, the palette and the links to things are made of these, by the list in `screens/index.ts`.
 */
export interface Screen {
  /** The page at its path, a constant of its own to keep its types: the search parameters that it reads, what it loads first, and its drawers as children. */
  readonly route: ScreenRoute;
  /** Who may open it: who holds this, or any one of these; null is everyone who is signed in. */
  readonly permission: RequiredPermission;
  readonly menu?: MenuPlace;
  readonly finder?: Finder;
  readonly actions?: readonly ScreenAction[];
  /** What the home page shows of it. */
  readonly tiles?: readonly Tile[];
  readonly figures?: FiguresQuery;
  /** Where things of these types are shown: their paths, in which the first parameter is the id. */
  readonly objects?: Readonly<Record<string, string>>;
}

/** A permission, or several any one of which is enough; null where none is needed. */
export type RequiredPermission = Permission | readonly Permission[] | null;

/** The part of a route that is known once the router is made. */
interface ScreenRoute {
  readonly id: string;
  readonly fullPath: string;
}

/** The groups of the menu, from the top. */
export const menuGroups = ['work', 'content', 'money', 'team', 'system'] as const;

export interface MenuPlace {
  readonly group: (typeof menuGroups)[number];
  /** Within its group, the smallest first. */
  readonly order: number;
  readonly icon: Icon;
  readonly label: Localized;
  /** Pressed after g. */
  readonly key: string;
}

/** A list that someone has to look after: how much is in it, and the first few lines. */
export interface Tile {
  /** Its title is in the words of the home page. */
  readonly name: keyof typeof homeWords.tile;
  /** What needs the reader now, what the day has come to, what became of their own requests, or what comes within a week. */
  readonly part: 'now' | 'today' | 'requests' | 'week';
  /** Among all tiles, the smallest first. */
  readonly order: number;
  /** What is needed besides the permission of the screen: nobody is shown what only others can deal with. */
  readonly permission?: Permission;
  /** The list that it counts; a function where the address has the day in it. */
  readonly href: string | (() => string);
  readonly query: TileQuery;
  /** Each row is a fault that the reader can fix. */
  readonly isFault?: boolean;
  /** Counted beside the entry of the menu too. */
  readonly inMenu?: boolean;
}

/** Where a tile leads now. */
export const hrefOf = ({ href }: Pick<Tile, 'href'>): string => (typeof href === 'string' ? href : href());

/** Looks things up for the palette while one types. */
export interface Finder {
  /** What they are, above those that were found. */
  readonly label: Localized;
  readonly find: (query: string, signal: AbortSignal) => Promise<readonly FinderResult[]>;
}

export interface FinderResult {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly href: string;
}

/** Something that can be begun from the palette: at an address, or with something that is picked first. */
export type ScreenAction = {
  readonly label: Localized;
  readonly icon: Icon;
  readonly permission: Permission | null;
} & (
  | { readonly href: string }
  /** `empty` says why there may be nothing to pick. */
  | { readonly pick: Finder['find']; readonly empty?: Localized }
);

/** The screens of one folder. Their routes keep their types, by which links are checked. */
export const defineScreens = <const Screens extends readonly Screen[]>(...screens: Screens): Screens => screens;

export const hasPermission = (held: readonly string[], needed: RequiredPermission): boolean =>
  needed === null || held.includes('*') || [needed].flat().some((permission) => held.includes(permission));

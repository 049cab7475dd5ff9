import { type ComponentType, createContext } from 'react';
import type { Schema } from '../../api/client.ts';
import type { ListState } from './search.ts';

/** The lists by the names that saved views know them by. */
export type ListName = Schema<'SavedView'>['list'];

export interface ListToolsProps {
  readonly name: ListName;
  readonly search: ListState;
}

/** What the shell adds to the bar of every list: it needs to know who is signed in. */
export const ListTools = createContext<ComponentType<ListToolsProps> | null>(null);

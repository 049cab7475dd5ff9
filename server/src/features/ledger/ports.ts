import type { Db } from '../../kit/db/database.ts';

export interface Reference {
  readonly type: string;
  readonly id: string;
}

/** What later features know of the things that events refer to. */
export interface LedgerPorts {
  /** What these are called, by their ids; those without a name are left out. */
  nameReferences(
    db: Db,
    references: readonly Reference[],
  ): Promise<ReadonlyMap<string, { readonly label: string; readonly pictureUrl: string | null }>>;
}

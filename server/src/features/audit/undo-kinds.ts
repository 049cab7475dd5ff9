import type { ErrorSpec } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import type { Admin, Permission } from '../access/public.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface PastChange {
  readonly action: string;
  readonly targetId: string;
  /** Null if the change created the object. */
  readonly before: Fields | null;
  /** Null if the change deleted the object. */
  readonly after: Fields | null;
}

export interface RelatedEntries {
  readonly targetIds: readonly string[];
  readonly content?: Fields;
}

export interface UndoPlan {
  /** If the target does not identify the object: fields that identify later entries about it. */
  readonly about?: Fields;
  /** Other entries that may have changed the object, to report who did. */
  relatedEntries?(ctx: Ctx<Admin>): Promise<RelatedEntries | undefined>;
  /** Locks the object and returns its present fields; null if it does not exist. */
  lock(ctx: Ctx<Admin>): Promise<Fields | null>;
  /**
   * Restores the previous values as a recorded change. Returns `changed` if a concurrent change won the race for
   * something that could not be locked.
   */
  undo(ctx: Ctx<Admin>): Promise<'undone' | 'changed'>;
}

/** A kind of changes that can be undone, registered by its feature. */
export interface UndoKind {
  readonly actions: readonly string[];
  /** Required for the change, and for its undo. */
  readonly permission: Permission;
  /** Errors of an undo. */
  readonly errors: readonly ErrorSpec[];
  /** Undefined if this change cannot be undone. */
  planFor(change: PastChange, now: Date): UndoPlan | undefined;
}

export class UndoKinds {
  readonly errors: readonly ErrorSpec[];
  readonly #byAction: ReadonlyMap<string, UndoKind>;

  constructor(kinds: readonly UndoKind[]) {
    this.errors = [...new Set(kinds.flatMap(({ errors }) => errors))];
    const pairs = kinds.flatMap((kind) => kind.actions.map((action) => [action, kind] as const));
    this.#byAction = new Map(pairs);
    if (this.#byAction.size < pairs.length) throw new Error('two features undo the same action');
  }

  find(action: string): UndoKind | undefined {
    return this.#byAction.get(action);
  }
}

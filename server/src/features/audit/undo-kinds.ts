import type { ErrorSpec } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import type { Admin, Permission } from '../access/public.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A change as the log has kept it. */
export interface PastChange {
  readonly action: string;
  readonly targetId: string;
  /** Null where the thing was made by it. */
  readonly before: Fields | null;
  /** Null where the thing was deleted by it. */
  readonly after: Fields | null;
}

/** Entries of the same kind about these targets, or with these fields. */
export interface RelatedEntries {
  readonly targetIds: readonly string[];
  readonly content?: Fields;
}

/** How one change is undone. */
export interface UndoPlan {
  /** Where the target does not name what was changed: later entries that have these fields are about the same. */
  readonly about?: Fields;
  /** What else may have changed it, though the log has it under another name: to say who it was. */
  relatedEntries?(ctx: Ctx<Admin>): Promise<RelatedEntries | undefined>;
  /** Locks what was changed, and answers what stands in its fields now; null where it is not there. */
  lock(ctx: Ctx<Admin>): Promise<Fields | null>;
  /**
   * Puts back what stood there before, as a change of its own that is recorded like any other. Answers `changed` where
   * someone was faster with something that could not be locked, such as a thing that was not there.
   */
  undo(ctx: Ctx<Admin>): Promise<'undone' | 'changed'>;
}

/** Changes that can be undone, as the feature that they belong to registers them. */
export interface UndoKind {
  /** The actions of their entries. */
  readonly actions: readonly string[];
  /** What it takes to make such a change, and so to undo it. */
  readonly permission: Permission;
  /** How it can be refused to put back what stood there. */
  readonly errors: readonly ErrorSpec[];
  /** Undefined where this very change can not be undone. */
  planFor(change: PastChange, now: Date): UndoPlan | undefined;
}

/** The kinds that the features have registered. */
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

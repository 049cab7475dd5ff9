import type { Static, TObject, TProperties, TSchema } from 'typebox';
import type { Db } from '../db/database.ts';
import { invalidCursor } from '../errors.ts';
import { type Keyset, type Sort, type SortValue, toPage } from '../page.ts';
import type { EndpointMeta, PlainEndpoint, ReadCtx, RunInput } from './endpoint.ts';
import { listQuery, pageOf } from './schema.ts';

type Values<P extends TProperties> = Static<TObject<P>>;

/** A row of a list, with the field by which the list is sorted. */
export type Listed<Field extends string> = { id: string } & Readonly<Record<Field, SortValue>>;

interface ScopeAbout<Caller, Params> {
  readonly params: Params;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
}

interface ListAbout<Caller, Params, Target> extends Pick<ReadCtx, 'readBatched'> {
  readonly params: Params;
  readonly target: Target;
  readonly caller: Caller;
  readonly now: Date;
  /** The headers that the endpoint lists. */
  readonly headers: Readonly<Partial<Record<string, string>>>;
}

export interface ListSpec<
  Caller,
  P extends TProperties,
  Q extends TProperties,
  I extends TSchema,
  Field extends string,
  Row extends Listed<Field>,
  Target,
> extends EndpointMeta {
  readonly url: string;
  readonly params?: P;
  /** The filters; cursor and limit are added. */
  readonly query?: Q;
  readonly item: I;
  readonly target?: (db: Db, params: Values<P>, caller: Caller) => Promise<Target | undefined>;
  readonly sort: Sort<Field> | ((query: Values<Q>) => Sort<Field>);
  /** What a cursor is bound to, by default the URL, its parameters and the filters. */
  readonly cursorScope?: (about: ScopeAbout<Caller, Values<P>>) => unknown;
  readonly list: (
    db: Db,
    filters: Values<Q>,
    keyset: Keyset,
    about: ListAbout<Caller, Values<P>, Target>,
  ) => Promise<readonly Row[]>;
  readonly show: (row: Row, caller: Caller) => Static<I>;
}

interface PageQuery {
  readonly cursor?: string;
  readonly limit?: number;
}

const defaultLimit = 50;

/** A page of rows. Its cursor is only valid for the same list. */
export function listEndpoint<
  Caller,
  P extends TProperties,
  Q extends TProperties,
  I extends TSchema,
  Field extends string,
  Row extends Listed<Field>,
  Target,
>(spec: ListSpec<Caller, P, Q, I, Field, Row, Target>): Omit<PlainEndpoint, 'guard'> {
  const { item, sort, cursorScope, list, show, ...described } = spec;
  type ListIo = RunInput<Values<P>, Values<Q> & PageQuery, undefined, Target, undefined>;
  return {
    ...described,
    kind: 'read',
    method: 'GET',
    query: { ...listQuery, ...spec.query },
    reply: pageOf(item),
    errors: [invalidCursor, ...(spec.errors ?? [])],
    async run({ db, caller, now, readBatched }: ReadCtx<Caller>, { params, query, target, headers }: ListIo) {
      const { cursor, limit = defaultLimit } = query;
      const { field, ...by } = typeof sort === 'function' ? sort(query) : sort;
      const filters = filtersIn(query);
      const scope = cursorScope ? cursorScope({ params, filters, caller }) : [spec.url, params, filters];
      const keyset: Keyset = { ...by, limit, cursor, scope };
      const rows = await list(db, query, keyset, { params, target, caller, now, headers, readBatched });
      return toPage(
        rows,
        keyset,
        (row) => row[field],
        (row) => show(row, caller),
      );
    },
  };
}

const filtersIn = (query: PageQuery): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'cursor' && name !== 'limit'));

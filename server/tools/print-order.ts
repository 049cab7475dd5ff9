import type pg from 'pg';
import { homes, type Statement } from './print-catalog.ts';

/** The statement of `source`, printed with `unit`, can only run when the unit `needs` is there. */
interface Need {
  readonly unit: string;
  readonly source: string;
  readonly needs: string;
}

/** What is printed: units in the wished order, and the statements that follow each of them. */
export interface Parts {
  readonly units: readonly Statement[];
  /** Statements that may wait for the end when what they need can only come after their unit. */
  readonly movable: readonly Statement[];
  readonly fixed: readonly Statement[];
}

interface Plan {
  readonly head: Statement;
  readonly following: readonly Statement[];
  /** What the unit itself needs. */
  readonly core: readonly string[];
  /** What the unit and all its statements need. */
  readonly all: readonly string[];
}

export async function readNeeds(client: pg.ClientBase): Promise<Need[]> {
  // A sequence depends on the column that owns it, but is made before: the ownership is a statement of the table's.
  const { rows } = await client.query<Need>(`
    with ${homes}
    select distinct f.unit, d.classid::regclass || ':' || d.objid as source, t.unit as needs
    from pg_depend d
    join home f on f.classid = d.classid and f.objid = d.objid
    join home t on t.classid = d.refclassid and t.objid = d.refobjid
    left join owned o on d.classid = 'pg_class'::regclass and o.sequence = d.objid
    where f.unit <> t.unit and d.deptype in ('n', 'a') and not (o.sequence is not null and d.deptype = 'a')`);
  return rows;
}

function grouped<T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}

function plan(parts: Parts, needs: readonly Need[]): Plan[] {
  const movable = new Set(parts.movable.map((statement) => statement.source));
  const needsOf = grouped(needs, (need) => need.unit);
  const following = grouped([...parts.movable, ...parts.fixed], (statement) => statement.unit);
  return parts.units.map((head) => {
    const all = needsOf.get(head.unit) ?? [];
    return {
      head,
      following: following.get(head.unit) ?? [],
      core: all.filter((need) => !movable.has(need.source)).map((need) => need.needs),
      all: all.map((need) => need.needs),
    };
  });
}

/** Whether something that the entry still lacks needs, by any number of steps, the entry itself. */
function isInRing(entry: Plan, waiting: readonly Plan[]): boolean {
  const plans = new Map(waiting.map((other) => [other.head.unit, other]));
  const seen = new Set<string>();
  const open = [...entry.all];
  for (let unit = open.pop(); unit !== undefined; unit = open.pop()) {
    if (unit === entry.head.unit) return true;
    if (seen.has(unit)) continue;
    seen.add(unit);
    open.push(...(plans.get(unit)?.all ?? []));
  }
  return false;
}

function chooseNext(waiting: readonly Plan[], done: ReadonlySet<string>): number {
  const isReady = (wanted: readonly string[]) => wanted.every((unit) => done.has(unit));
  const next = waiting.findIndex((entry) => isReady(entry.all) || (isReady(entry.core) && isInRing(entry, waiting)));
  return Math.max(next, 0);
}

/**
 * Puts the units in an order in which they can be made: always the first of the wished order that has all it needs.
 * Where tables need each other, the first whose own definition can be made goes ahead, and its statements that cannot
 * are returned as `late`. A ring of definitions that cannot be broken so is printed in the wished order.
 */
export function arrange(parts: Parts, needs: readonly Need[]): { units: string[]; late: string[] } {
  const known = new Set(parts.units.map((head) => head.unit));
  const relevant = needs.filter((need) => known.has(need.needs));
  const waiting = plan(parts, relevant);
  const needsOf = grouped(relevant, (need) => need.source);
  const done = new Set<string>();
  const result: { units: string[]; late: string[] } = { units: [], late: [] };
  while (waiting.length > 0) {
    for (const { head, following } of waiting.splice(chooseNext(waiting, done), 1)) {
      done.add(head.unit);
      const now = [head.statement];
      for (const { source, statement } of following) {
        const isReady = (needsOf.get(source) ?? []).every((need) => done.has(need.needs));
        (isReady ? now : result.late).push(statement);
      }
      result.units.push(now.join('\n'));
    }
  }
  return result;
}

import { invalidTransition, refuse } from './errors.ts';

/**
 * A workflow as a table: each move says where it starts, where it ends and which permission it takes.
 * The same table refuses, tells the caller what is allowed, and is printed into the documents.
 */
export interface Move<State extends string> {
  readonly from: readonly State[];
  readonly to: State;
  readonly requires: string;
}
export type Workflow<State extends string> = Readonly<Record<string, Move<State>>>;

/** The moves that lead on from a state, for a caller who holds `has`. */
export function allowedMoves<State extends string>(
  workflow: Workflow<State>,
  state: State,
  has: (permission: string) => boolean,
): string[] {
  return Object.entries(workflow)
    .filter(([, move]) => move.from.includes(state) && has(move.requires))
    .map(([name]) => name);
}

/** The state that a move leads to, or a refusal that says where things stand and what a caller who holds `has` may do. */
export function moveTo<State extends string>(
  workflow: Workflow<State>,
  name: string,
  state: State,
  has: (permission: string) => boolean,
): State {
  const move = Object.hasOwn(workflow, name) ? workflow[name] : undefined;
  if (move?.from.includes(state)) return move.to;
  return refuse(invalidTransition, { currentState: state, allowed: allowedMoves(workflow, state, has) });
}

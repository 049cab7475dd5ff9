import { invalidTransition, refuse } from './errors.ts';

/**
 * A workflow as a table of moves, each with its start states, end state and permission. The same table refuses moves,
 * determines the allowed ones, and is printed into the documentation.
 */
export interface Move<State extends string> {
  readonly from: readonly State[];
  readonly to: State;
  readonly requires: string;
}
export type Workflow<State extends string> = Readonly<Record<string, Move<State>>>;

/** The allowed moves from a state, for a caller with these permissions. */
export function allowedMoves<State extends string>(
  workflow: Workflow<State>,
  state: State,
  has: (permission: string) => boolean,
): string[] {
  return Object.entries(workflow)
    .filter(([, move]) => move.from.includes(state) && has(move.requires))
    .map(([name]) => name);
}

/** The end state of a move, or a refusal with the current state and the allowed moves. */
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

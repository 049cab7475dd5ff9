import { describe, expect, it } from 'vitest';
import { invalidTransition, Refused } from './errors.ts';
import { allowedMoves, moveTo, type Workflow } from './workflow.ts';

type State = 'draft' | 'review' | 'live' | 'gone';
const states: State[] = ['draft', 'review', 'live', 'gone'];
const moves = {
  submit: { from: ['draft'], to: 'review', requires: 'write' },
  approve: { from: ['review'], to: 'live', requires: 'publish' },
  remove: { from: ['draft', 'review', 'live'], to: 'gone', requires: 'publish' },
} as const satisfies Workflow<State>;

describe('a move', () => {
  it.each([
    ['submit', 'draft', 'review'],
    ['approve', 'review', 'live'],
    ['remove', 'draft', 'gone'],
    ['remove', 'review', 'gone'],
    ['remove', 'live', 'gone'],
  ] as const)('%s leads from %s to %s', (name, from, to) => {
    expect(moveTo<State>(moves, name, from, () => true)).toBe(to);
  });

  it('is refused from every state that the table does not name, with the state and what would be allowed', () => {
    const refused = Object.entries(moves).flatMap(([name, { from }]) =>
      states
        .filter((state) => !from.some((allowed) => allowed === state))
        .map((state) => ({
          name,
          state,
          error: refusalOf(() => moveTo<State>(moves, name, state, (permission) => permission === 'publish')),
        })),
    );
    expect(refused).toHaveLength(7);
    for (const { state, error } of refused) {
      expect(error.spec).toBe(invalidTransition);
      expect(error.body).toEqual({
        statusCode: 400,
        error: 'invalid_transition',
        currentState: state,
        allowed: allowedMoves<State>(moves, state, (permission) => permission === 'publish'),
      });
    }
  });

  it.each(['constructor', 'toString', '__proto__', 'unheard of'])('that nobody declared is refused: %s', (name) => {
    expect(refusalOf(() => moveTo<State>(moves, name, 'draft', () => true)).body).toMatchObject({
      currentState: 'draft',
    });
  });
});

describe('the moves that are shown with a resource', () => {
  it.each([
    ['draft', ['write', 'publish'], ['submit', 'remove']],
    ['draft', ['write'], ['submit']],
    ['draft', [], []],
    ['review', ['write'], []],
    ['live', ['publish'], ['remove']],
    ['gone', ['write', 'publish'], []],
  ] as const)('of a %s to someone who holds %j are %j', (state, held, allowed) => {
    expect(allowedMoves<State>(moves, state, (permission) => held.some((one) => one === permission))).toEqual(allowed);
  });
});

function refusalOf(work: () => unknown): Refused {
  try {
    work();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

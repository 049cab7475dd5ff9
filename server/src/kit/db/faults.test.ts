import { describe, expect, it } from 'vitest';
import { isRetryable, isUnavailable, violatedConstraint } from './faults.ts';

const fault = (code: string, message = 'a fault', more: object = {}) =>
  Object.assign(new Error(message), { code }, more);

describe('a fault of the database', () => {
  it.each([
    ['40001', 'two changes at once'],
    ['40P01', 'a deadlock'],
    ['55P03', 'a lock that did not come'],
  ])('%s, %s, is tried again, and out of reach at the worst', (code) => {
    expect([isRetryable(fault(code)), isUnavailable(fault(code))]).toEqual([true, true]);
  });

  it.each([
    ['57P01', 'terminated by an operator'],
    ['57P02', 'crashed'],
    ['57P03', 'starting up'],
    ['57P05', 'idle for too long'],
    ['25P03', 'idle in a transaction for too long'],
    ['57014', 'a statement that took too long'],
    ['53300', 'too many connections'],
    ['53100', 'a full disk'],
    ['53200', 'out of memory'],
    ['08006', 'a failed connection'],
    ['08P01', 'a broken protocol'],
    ['ECONNREFUSED', 'nobody listens'],
    ['ECONNRESET', 'cut off'],
    ['EPIPE', 'cut off while we spoke'],
    ['ETIMEDOUT', 'no answer'],
    ['ENOTFOUND', 'a host without an address'],
    ['EAI_AGAIN', 'no answer about its address'],
    ['EHOSTUNREACH', 'a host that cannot be reached'],
    ['ENETUNREACH', 'a network that cannot be reached'],
    ['ENOENT', 'a socket that is gone'],
  ])('%s, %s, means that it is out of reach, and is not tried again', (code) => {
    expect([isRetryable(fault(code)), isUnavailable(fault(code))]).toEqual([false, true]);
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
  ])('that the driver tells in words alone means the same: %s', (message) => {
    expect(isUnavailable(new Error(message))).toBe(true);
  });

  it.each([
    fault('23505'),
    fault('22P02'),
    fault('42P01'),
    fault('42501'),
    fault('P0001'),
    new Error('a bug'),
    new TypeError('undefined is not a function'),
    { code: 7 },
    'a text',
    null,
    undefined,
  ])('that is a defect of ours stays one: %s', (error) => {
    expect([isRetryable(error), isUnavailable(error)]).toEqual([false, false]);
  });
});

describe('the constraint that refused a row', () => {
  it.each([
    [fault('23505', '', { constraint: 'name_unique' }), 'name_unique'],
    [fault('23503', '', { constraint: 'shelf_fk' }), 'shelf_fk'],
    [fault('23514', '', { constraint: 'price_check' }), 'price_check'],
    [fault('23502', '', { column: 'name' }), undefined],
    [fault('42501', '', { constraint: 'name_unique' }), undefined],
    [new Error('a bug'), undefined],
    [null, undefined],
    ['23505', undefined],
  ])('of %s is %s', (error, constraint) => {
    expect(violatedConstraint(error)).toBe(constraint);
  });
});

import { Type } from 'typebox';
import { Int, messageFor, nullable, oneOf, Timestamp } from '../../kit/http/schema.ts';
import { faults } from './blocks.rules.ts';

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 in hexadecimal' });

const at = (description: string) => Type.Unsafe<Date>({ ...Timestamp, description });

export const Block = Type.Object(
  {
    no: Type.Integer({ description: 'Without a gap from 1' }),
    fromNo: Type.Integer({ description: 'The first number that is sealed in it' }),
    toNo: Type.Integer({ description: 'The last number that is sealed in it' }),
    size: Type.Integer({ description: 'How many events or entries it holds; numbers may be missing' }),
    previousHash: Hash,
    hash: Hash,
    sealedAt: Timestamp,
  },
  { title: 'SealedBlock' },
);

/** How far a chain is sealed, and what does not hold. */
export const chainState = {
  head: nullable(
    Type.Object(
      { no: Int(), hash: Hash, sealedAt: Timestamp },
      { description: 'The newest block. Keep its hash elsewhere: it proves everything up to there' },
    ),
  ),
  notSealed: Type.Integer({ description: 'How many are not sealed yet, counted up to 10000' }),
  brokenBlocks: Type.Array(
    Type.Object({
      no: Int(),
      what: oneOf(faults, {
        description:
          '`changed`: what it holds does not give its hash. `unlinked`: it does not go on from the block before it',
      }),
      foundAt: Timestamp,
    }),
    { description: 'The blocks that did not hold when they were looked at last, at most 100' },
  ),
  checkedAt: nullable(at('When blocks were looked at last')),
  allCheckedAt: nullable(at('When every block had been looked at')),
};

export const AuditProof = Type.Object({ holds: Type.Boolean(), ...chainState }, { title: 'AuditProof' });

export const blockQuery = {
  hash: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      ...messageFor('must be a whole hash: 64 digits and letters from a to f'),
      description: 'A hash that was kept: the block that has it, if one does',
    }),
  ),
};

export const exportQuery = {
  from: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The first block' })),
};

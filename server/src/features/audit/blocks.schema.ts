import { Type } from 'typebox';
import { Int, messageFor, nullable, oneOf, Timestamp } from '../../kit/http/schema.ts';
import { faults } from './rules.ts';

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 in hexadecimal' });

const at = (description: string) => Type.Unsafe<Date>({ ...Timestamp, description });

export const Block = Type.Object(
  {
    no: Type.Integer({ description: 'Block number, from 1 without gaps' }),
    fromNo: Type.Integer({ description: 'First number sealed in the block' }),
    toNo: Type.Integer({ description: 'Last number sealed in the block' }),
    size: Type.Integer({ description: 'Number of events or entries in the block; numbers can have gaps' }),
    previousHash: Hash,
    hash: Hash,
    sealedAt: Timestamp,
  },
  { title: 'SealedBlock' },
);

export const chainState = {
  head: nullable(
    Type.Object(
      { no: Int(), hash: Hash, sealedAt: Timestamp },
      { description: 'The newest block. A copy of its hash kept elsewhere proves everything up to it' },
    ),
  ),
  notSealed: Type.Integer({ description: 'Number of unsealed items, counted up to 10000' }),
  brokenBlocks: Type.Array(
    Type.Object({
      no: Int(),
      what: oneOf(faults, {
        description:
          '`changed`: the content does not match the hash. `unlinked`: the block does not continue the previous one',
      }),
      foundAt: Timestamp,
    }),
    { description: 'Blocks that failed their last check, at most 100' },
  ),
  checkedAt: nullable(at('When blocks were last checked')),
  allCheckedAt: nullable(at('When the last pass over all blocks was completed')),
};

export const AuditProof = Type.Object({ holds: Type.Boolean(), ...chainState }, { title: 'AuditProof' });

export const blockQuery = {
  hash: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      ...messageFor('must be a whole hash: 64 digits and letters from a to f'),
      description: 'A block hash kept elsewhere; finds the block with this hash',
    }),
  ),
};

export const exportQuery = {
  from: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Number of the first block' }),
  ),
};

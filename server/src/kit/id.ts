import { uuidv7 } from 'uuidv7';

/** An id made of a hash, as a UUIDv8. */
export function idFromHash(hash: Buffer): string {
  const bytes = Buffer.from(hash.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** A new id. Made here and not in the database, which may be a PostgreSQL that has no uuidv7(). */
export const newId = (): string => uuidv7();

/** Invisible characters: marks of format and direction, joiners, line ends and other controls, fillers. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** An id of another system as it is compared: without invisible characters and surrounding white space. */
export const cleanId = (id: string): string => id.replace(unseen, '').trim();

import { V7Generator } from 'uuidv7';

/** Chance is drawn from the system in larger portions: each request has an id, and asking takes longer than using. */
const portion = new Uint32Array(1024);
let used = portion.length;

const ids = new V7Generator({
  nextUint32() {
    if (used === portion.length) {
      crypto.getRandomValues(portion);
      used = 0;
    }
    return portion[used++] ?? 0;
  },
});

/** The id that a hash stands for, as a UUIDv8. */
export function idFromHash(hash: Buffer): string {
  const bytes = Buffer.from(hash.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** A new id. Made here and not in the database, which may be a PostgreSQL that has no uuidv7(). */
export const newId = (): string => ids.generate().toString();

/** What nobody sees: marks of format and direction, joiners, line ends and other controls, fillers. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** An id that another system gave, as it is compared: without what nobody sees and without white space around it. */
export const cleanId = (id: string): string => id.replace(unseen, '').trim();

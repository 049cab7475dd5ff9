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

/** A new id. Made here and not in the database, which may be a PostgreSQL that has no uuidv7(). */
export const newId = (): string => ids.generate().toString();

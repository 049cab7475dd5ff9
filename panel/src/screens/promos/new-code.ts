/** Letters and digits that are not taken for one another when they are read aloud or typed. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const length = 8;

/** A code that nobody guesses. */
export function newCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => letters[byte % letters.length]).join('');
}

/** Whether it can be a code: letters, digits, hyphens and underscores. */
export const isCode = (text: string): boolean => /^[A-Za-z0-9_-]+$/.test(text);

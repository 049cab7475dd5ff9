/**
 * A password that can be read out over the phone: made in this browser, sent once, kept nowhere. Twenty characters of a
 * 31-letter alphabet without look-alikes are 99 bits.
 */
const alphabet = 'abcdefghijkmnpqrstuvwxyz2345679';

export function temporaryPassword(): string {
  const groups = Array.from({ length: 4 }, () => Array.from({ length: 5 }, letter).join(''));
  return groups.join('-');
}

function letter(): string {
  // A byte beyond the last whole round of the alphabet is thrown away: every letter stays equally likely.
  const limit = 256 - (256 % alphabet.length);
  for (;;) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < limit) return alphabet.charAt(byte % alphabet.length);
  }
}

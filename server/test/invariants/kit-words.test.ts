import { expect, it } from 'vitest';
import { readSources, withoutComments } from './sql-texts.ts';

/** Nouns of the product that no machinery needs; what the kit is to call them is handed in by the app. */
const productWords =
  /\b(?:admins?|adminBearer|approvals?|audit|coins?|episodes?|ledger|mobile|payments?|promos?|refunds?|svc_admin_token|unlocks?|viewers?|wallets?)\b/i;

/** Passwords that people choose are about anything. */
const exempt = new Set(['kit/common-passwords.ts']);

it('The kit knows no word of the product', () => {
  const kit = readSources().filter(({ area, path }) => area === 'kit' && !exempt.has(path));
  expect(kit.length).toBeGreaterThan(40);
  const found = kit.flatMap(({ path, code }) =>
    withoutComments(code)
      .split('\n')
      .filter((line) => productWords.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

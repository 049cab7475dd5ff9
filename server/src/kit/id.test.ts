import { expect, it } from 'vitest';
import { cleanId } from './id.ts';

it.each([
  ['as it is', 'GPA.3312-5', 'GPA.3312-5'],
  ['in its own case', 'gpA.3312-5', 'gpA.3312-5'],
  ['with a blank inside', 'order 7', 'order 7'],
  ['in other letters', 'طلب-7', 'طلب-7'],
  ['with blanks around it', '  GPA.3312-5 ', 'GPA.3312-5'],
  ['with blanks that do not break', '\u00a0GPA.3312-5\u202f', 'GPA.3312-5'],
  ['with wide blanks', '\u3000GPA.3312-5\u2003', 'GPA.3312-5'],
  ['with a tab and a line end', '\tGPA.3312-5\r\n', 'GPA.3312-5'],
  ['with controls inside', 'GPA\u0000.33\u007f12\u0085-5', 'GPA.3312-5'],
  ['with a space without width', 'GPA\u200b.3312-5', 'GPA.3312-5'],
  ['with joiners', 'GPA\u200c.3312\u200d-\u20605', 'GPA.3312-5'],
  ['with marks of direction', '\u200fGPA.3312-5\u200e\u202c\u2069', 'GPA.3312-5'],
  ['with a mark of byte order', '\ufeffGPA.3312-5', 'GPA.3312-5'],
  ['with a soft hyphen', 'GPA\u00ad.3312-5', 'GPA.3312-5'],
  ['with a line separator', 'GPA.3312-5\u2028', 'GPA.3312-5'],
  ['with variation selectors and fillers', 'GPA\ufe0f.33\u316412\u2800-5', 'GPA.3312-5'],
  ['with blanks behind what nobody sees', '\u200b \u200bGPA.3312-5\u200b \u200b', 'GPA.3312-5'],
  ['with nothing that is seen', ' \u200b\u00a0\u2060\t', ''],
  ['with nothing', '', ''],
])('an id %s is compared as what is seen of it', (_name, id, clean) => {
  expect(cleanId(id)).toBe(clean);
});

/** The faults of what is written for people and programs to read: the API document, the panel's words, the docs. */
import { document, operation, words } from './gates.clean.mjs';
import { fault, seenAt } from './gates.fault.mjs';

const faultyDocument = document({
  '/a': { post: operation('a', { name: 'x' }, { description: '' }) },
  '/b': { post: operation('b', { name: 'x' }, { description: 'Add a thing.' }) },
  '/c': { post: operation('c', { name: 'x' }, { tags: [] }), put: operation('d', { name: 'x' }, { tags: ['others'] }) },
  '/e': { post: operation('same', { name: 'x' }), put: operation('same', { name: 'x' }) },
  '/f': { post: operation('f', { name: 1 }), put: operation(undefined, { name: 'x' }) },
});
const contract = (words, text = '') => fault('contract', words, 'contract/openapi.json', text.trimEnd());
const contractFaults = [
  contract('POST /a has no description', faultyDocument),
  contract('POST /b has its summary as its description'),
  contract('POST /c has no tag'),
  contract('PUT /c has a tag that is not declared (others)'),
  contract('POST /e shares its operationId (same)'),
  contract('PUT /f has no operationId'),
  contract('POST /f has an example that does not fit its schema (requestBody.content.application/json)'),
];

const faultyWords = {
  en: { a: 'A {{name}}', b: 'B', c: 'C', d: 'D', e_one: 'One of {{name}}', e_other: '{{count}} of {{name}}' },
  ar: {
    a: 'أ {{names}}',
    b: ' ',
    d: '“د”',
    e_zero: 'لا شيء',
    e_one: '{{name}}',
    e_few: '{{count}}',
    f: 'و',
    e_many: '{{count}} {{name}}',
    e_other: '{{count}} {{name}}',
  },
  id: { a: 'A {{name}}', b: 'B', c: 'C', d: 'D', e_one: '{{name}}', e_other: '{{count}} {{name}}' },
};
const inWords = (language, what, tree) =>
  fault('words', what, `panel/src/ui/words/faulty.${language}.json`, tree ? words(tree).trimEnd() : '');
const wordFaults = [
  inWords('en', 'another table has this name', faultyWords.en),
  inWords('ar', 'lacks c', faultyWords.ar),
  inWords('ar', 'has f, which nobody asks for'),
  inWords('ar', 'b is empty'),
  inWords('ar', 'd has quotation marks other than «…»'),
  inWords('ar', 'a and English differ in {{name}}'),
  inWords('ar', 'a and English differ in {{names}}'),
  inWords('ar', 'e_zero and English differ in {{name}}'),
  inWords('ar', 'e_few and English differ in {{name}}'),
  inWords('ar', 'lacks the plural form e_two'),
  inWords('id', 'has e_one, which nobody asks for', faultyWords.id),
  seenAt(
    'panel/src/app/words/faulty.id.json',
    fault('words', 'cannot be read', 'panel/src/app/words/faulty.en.json', words({ a: 'A' }).trimEnd()),
  ),
];

const coverage = (words, ...text) => fault('docs', words, 'docs/spec-coverage.md', ...text);
const shownBy = (name, title) => `  - [users](../server/src/features/users/${name}.test.ts): ${title}`;
const docsFaults = [
  coverage('no test shows that A user is shown', '- A user is shown.'),
  coverage('leads nowhere (../server/src/features/users/gone.test.ts)', '- A user is here.', shownBy('gone', 'a user')),
  coverage('has no test called "a user who sings"', '- A user sings.', shownBy('users', 'a user who sings')),
  coverage('names no test', '- A user dances.', '  - somewhere'),
  fault(
    'docs',
    'leads nowhere (gone.md)',
    'docs/links.md',
    'See [there](gone.md), [here](#here) and https://example.com.',
  ),
];

export const textFaults = [...contractFaults, ...wordFaults, ...docsFaults];

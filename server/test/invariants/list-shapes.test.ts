import { expect, it } from 'vitest';
import { openWorld } from '../harness/world.ts';
import { documentOf, nameOf, operationsOf, resolved } from './document.ts';

/** Objects of their own, as the contract prints them. */
const printed = ['GET /v1/admin/collections/:id', 'GET /v1/admin/collections/:id/preview'];

const { app } = await openWorld();
const document = await documentOf(app);

it('Every read that answers a list names it items, with the cursor of the next page', async () => {
  const wrong = operationsOf(document).filter((operation) => {
    const content = operation.responses['200']?.content?.['application/json'];
    if (operation.method !== 'GET' || !content) return false;
    const { type, properties = {} } = resolved(document, content.schema);
    const names = Object.keys(properties);
    const isAlone =
      names.length === 1 && Object.values(properties).every((one) => resolved(document, one).type === 'array');
    const isList = type === 'array' || isAlone || names.includes('items');
    return isList && !(names.includes('items') && names.includes('nextCursor'));
  });
  expect(wrong.map(nameOf).filter((name) => !printed.includes(name))).toEqual([]);
});

/** The category of an adjustment and the words after it. The note beside it is as long as others. */
const shorter = ['POST /v1/admin/users/:id/wallet/adjust reason'];

it('Every note and reason that an admin writes may have 500 characters', () => {
  const texts = operationsOf(document).flatMap((operation) => {
    if (!operation.url.startsWith('/v1/admin/') || operation.method === 'GET') return [];
    const bodies = Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => resolved(document, schema));
    const inQuery = operation.parameters.map(({ name, schema }) => ({ properties: { [name]: schema } }));
    const fields = [...bodies, ...inQuery].flatMap(({ properties = {} }) => Object.entries(properties));
    return fields
      .filter(([name]) => ['note', 'notes', 'reason'].includes(name))
      .map(([name, schema]) => [`${nameOf(operation)} ${name}`, resolved(document, schema).maxLength] as const);
  });
  expect(texts.length).toBeGreaterThan(40);
  const others = texts.filter(([name, length]) => length !== 500 && !shorter.includes(name));
  expect(others).toEqual([]);
});

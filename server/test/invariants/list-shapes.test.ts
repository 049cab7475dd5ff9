import { expect, it } from 'vitest';
import { openWorld } from '../harness/world.ts';
import { documentOf, nameOf, operationsOf, resolved } from './document.ts';

/** Objects of their own, as the contract prints them. */
const printed = ['GET /v1/admin/collections/:id', 'GET /v1/admin/collections/:id/preview'];

it('Every read that answers a list names it items, with the cursor of the next page', async () => {
  const { app } = await openWorld();
  const document = await documentOf(app);
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

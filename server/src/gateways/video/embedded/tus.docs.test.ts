import { expect, it } from 'vitest';
import { openWorld } from '../../../../test/harness/world.ts';

const world = await openWorld();

it('The upload by tus stands in the document, with every code that it answers', async () => {
  const { paths } = (await world.app.inject('/openapi.json')).json<{ paths: Record<string, object> }>();
  const upload = new Map(Object.entries(paths['/media/uploads/{id}'] ?? {}));
  expect([...upload.keys()].toSorted((a, b) => a.localeCompare(b))).toEqual(['head', 'options', 'patch', 'post']);
  const codes = (method: string) =>
    Object.keys(new Map<string, object>(Object.entries(upload.get(method))).get('responses') ?? {});
  expect(codes('patch')).toEqual(
    expect.arrayContaining(['204', '400', '404', '409', '410', '412', '413', '415', '423', '500', '503']),
  );
  expect(JSON.stringify(upload.get('patch'))).toContain('storage_full');
  expect(codes('head')).toEqual(expect.arrayContaining(['200', '404', '410']));
});

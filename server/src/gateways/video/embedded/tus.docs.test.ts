import { expect, it } from 'vitest';
import { openWorld } from '../../../../test/harness/world.ts';

const world = await openWorld();

it('The OpenAPI document describes the tus endpoint with all status codes', async () => {
  interface Shown {
    parameters: { name: string; required?: boolean }[];
    responses: Record<string, { headers?: object }>;
  }
  type Operations = Record<string, Shown>;
  const { paths } = (await world.app.inject('/openapi.json')).json<{ paths: Record<string, Operations> }>();
  const upload = paths['/media/uploads/{id}'] ?? {};
  expect(Object.keys(upload).toSorted((a, b) => a.localeCompare(b))).toEqual(['head', 'options', 'patch', 'post']);
  const codes = (method: string) => Object.keys(upload[method]?.responses ?? {});
  expect(codes('patch')).toEqual(
    expect.arrayContaining(['204', '400', '404', '409', '410', '412', '413', '415', '423', '500', '503']),
  );
  expect(JSON.stringify(upload.patch)).toContain('storage_full');
  const needed = (method: string) =>
    upload[method]?.parameters.filter(({ required }) => required).map(({ name }) => name);
  expect([needed('patch'), needed('post')]).toEqual([
    ['id', 'Tus-Resumable', 'Upload-Offset'],
    ['id', 'Tus-Resumable'],
  ]);
  expect(upload.patch?.responses['412']?.headers).toHaveProperty('Tus-Version');
  expect(codes('head')).toEqual(expect.arrayContaining(['200', '404', '410']));
});

import { Type } from 'typebox';
import { expect, expectTypeOf, it } from 'vitest';
import type { Ctx, ReadCtx } from './endpoint.ts';
import { endpointsFor, publicGuardSpec } from './endpoints.ts';
import type { JsonStream, JsonText } from './response.ts';
import { Id, nullable, oneOf, Timestamp } from './schema.ts';

interface Visitor {
  readonly name: string;
}
const endpoint = endpointsFor<Visitor, 'things:read' | 'things:write'>(publicGuardSpec);

it('What an endpoint declares is what its run is given, without a cast', () => {
  const change = endpoint({
    method: 'PUT',
    url: '/things/:id',
    access: ['things:write'],
    summary: 'Change a thing',
    params: { id: Id },
    query: { loud: Type.Optional(Type.Boolean()) },
    body: Type.Object({ size: Type.Integer(), colour: Type.Optional(oneOf(['red', 'blue'])) }),
    reply: Type.Object({ id: Id, at: nullable(Timestamp) }),
    target: async () => ({ weight: 3 }),
    prepare: async ({ body }) => body.size * 2,
    run: async (ctx, io) => {
      expectTypeOf(ctx).toEqualTypeOf<Ctx<Visitor>>();
      expectTypeOf(io.params).toEqualTypeOf<{ id: string }>();
      expectTypeOf(io.query.loud).toEqualTypeOf<boolean | undefined>();
      expectTypeOf(io.body.size).toEqualTypeOf<number>();
      expectTypeOf(io.body.colour).toEqualTypeOf<'red' | 'blue' | undefined>();
      expectTypeOf(io.target).toEqualTypeOf<{ weight: number }>();
      expectTypeOf(io.prepared).toEqualTypeOf<number>();
      return { id: io.params.id, at: new Date() };
    },
  });
  expect(change.url).toBe('/v1/things/:id');
});

it('A read is given no transaction to write in', () => {
  endpoint({
    method: 'GET',
    url: '/things',
    access: ['things:read'],
    summary: 'Read things',
    reply: Type.Object({ count: Type.Integer() }),
    run: async (ctx) => {
      expectTypeOf(ctx).toEqualTypeOf<ReadCtx<Visitor>>();
      expectTypeOf(ctx).not.toHaveProperty('tx');
      return { count: 1 };
    },
  });
});

it('A reply of another shape and an unknown permission do not compile', () => {
  const parts = {
    method: 'GET',
    url: '/things',
    summary: 'Read things',
    reply: Type.Object({ count: Type.Integer() }),
  } as const;
  expectTypeOf<{ count: string }>().not.toExtend<{ count: number }>();
  type Spec = Parameters<
    typeof endpoint<'GET', Record<never, never>, Record<never, never>, typeof parts.reply, typeof parts.reply>
  >[0];
  expectTypeOf<Spec['access']>().not.toExtend<readonly ['things:burn']>();
  expectTypeOf<ReturnType<Spec['run']>>().toEqualTypeOf<
    Promise<{ count: number } | JsonText<{ count: number }> | JsonStream<{ count: number }>>
  >();
});

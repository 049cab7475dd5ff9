import type { TProperties, TSchema } from 'typebox';
import type { Endpoint, Guard, GuardSpec } from './endpoint.ts';
import type { Method } from './endpoint-meta.ts';
import type {
  Allowed,
  BatchedSpec,
  MessageSpec,
  None,
  PlainSpec,
  PostedReadSpec,
  SharedSpec,
  StreamSpec,
  UploadSpec,
} from './endpoint-specs.ts';
import { type Listed, type ListSpec, listEndpoint } from './list.ts';

/** The kinds of endpoint, each with its constructor; types flow from the schemas into `run`. */

const at = (guard: GuardSpec, url: string) => ({ url: `/v1${url}`, guard });

const plainFor =
  <Caller, Permission extends string>(guard: GuardSpec) =>
  <
    const M extends Method,
    P extends TProperties = None,
    Q extends TProperties = None,
    B extends TSchema = TSchema,
    R extends TSchema = TSchema,
    Target = undefined,
    Prepared = undefined,
    Owned = undefined,
    const H extends string = never,
  >(
    spec: PlainSpec<M, Caller, P, Q, B, R, Target, Prepared, Owned, H> & Allowed<Permission>,
  ): Endpoint => ({ ...spec, ...at(guard, spec.url), kind: spec.method === 'GET' ? 'read' : 'write' });

const postedReadFor =
  <Caller, Permission extends string>(guard: GuardSpec) =>
  <R extends TSchema, P extends TProperties = None, Q extends TProperties = None, B extends TSchema = TSchema>(
    spec: PostedReadSpec<Caller, P, Q, B, R> & Allowed<Permission>,
  ): Endpoint => ({ ...spec, ...at(guard, spec.url), kind: 'read', method: 'POST', audited: false });

const sharedReadFor =
  <Caller, Permission extends string>(guard: GuardSpec) =>
  <R extends TSchema, Key, P extends TProperties = None, Q extends TProperties = None, const H extends string = never>(
    spec: SharedSpec<Caller, P, Q, R, Key, H> & Allowed<Permission>,
  ): Endpoint => ({ ...spec, ...at(guard, spec.url), kind: 'shared', method: 'GET' });

const uploadFor =
  <Caller, Permission extends string>(guard: GuardSpec) =>
  <
    B extends TSchema,
    P extends TProperties = None,
    Q extends TProperties = None,
    R extends TSchema = TSchema,
    Target = undefined,
    Prepared = undefined,
  >(
    spec: UploadSpec<Caller, P, Q, B, R, Target, Prepared> & Allowed<Permission>,
  ): Endpoint => ({
    ...spec,
    ...at(guard, spec.url),
    kind: 'write',
    method: 'POST',
    dryRun: false,
    upload: { ...spec.upload, streamed: true },
  });

const streamFor =
  <Caller, Permission extends string>(guard: GuardSpec) =>
  <P extends TProperties = None, Q extends TProperties = None, Target = undefined>(
    spec: StreamSpec<Caller, P, Q, Target> & Allowed<Permission>,
  ): Endpoint => ({ ...spec, ...at(guard, spec.url), kind: 'stream', method: 'GET' });

const batchedWriteFor =
  <Caller, Permission extends string>(guard: GuardSpec) =>
  <R extends TSchema, P extends TProperties = None, Q extends TProperties = None, B extends TSchema = TSchema>(
    spec: BatchedSpec<Caller, P, Q, B, R> & Allowed<Permission>,
  ): Endpoint => ({ ...spec, ...at(guard, spec.url), kind: 'batched' });

const messageFor =
  <Caller, Permission extends string>(guard: GuardSpec) =>
  <B extends TSchema, P extends TProperties = None>(
    spec: MessageSpec<Caller, P, B> & Allowed<Permission>,
  ): Endpoint => ({ ...spec, ...at(guard, spec.url), kind: 'message', method: 'POST', status: 204, audited: false });

const listFor =
  <Caller, Permission extends string>(guard: GuardSpec) =>
  <
    I extends TSchema,
    Field extends string,
    Row extends Listed<Field>,
    P extends TProperties = None,
    Q extends TProperties = None,
    Target = undefined,
  >(
    spec: ListSpec<Caller, P, Q, I, Field, Row, Target> & Allowed<Permission>,
  ): Endpoint => ({ ...listEndpoint(spec), ...at(guard, spec.url) });

/** Makes the constructors of endpoints behind one guard: of a GET that reads or another method that writes, and of every other kind. */
export const endpointsFor = <Caller, Permission extends string>(guard: GuardSpec) =>
  Object.assign(plainFor<Caller, Permission>(guard), {
    postedRead: postedReadFor<Caller, Permission>(guard),
    sharedRead: sharedReadFor<Caller, Permission>(guard),
    batchedWrite: batchedWriteFor<Caller, Permission>(guard),
    message: messageFor<Caller, Permission>(guard),
    stream: streamFor<Caller, Permission>(guard),
    upload: uploadFor<Caller, Permission>(guard),
    list: listFor<Caller, Permission>(guard),
  });

export interface Anonymous {
  readonly kind: 'anonymous';
}
export const publicGuardSpec: GuardSpec = {
  name: 'open',
  strict: false,
  security: {},
  refusals: [],
  rates: { read: 'address', write: 'address' },
};
export const openGuard: Guard = {
  authenticate: async () => ({ caller: { kind: 'anonymous' }, callerId: null, now: new Date() }),
};
/** An endpoint for everyone. */
export const publicEndpoint = endpointsFor<Anonymous, never>(publicGuardSpec);

import { hash } from '@node-rs/argon2';
import { expect } from 'vitest';
import { sessionSeconds } from '../../src/features/admins/rules.ts';
import type { Endpoint } from '../../src/kit/http/endpoint.ts';
import { replyFaults } from '../../src/kit/http/validate.ts';
import { newId } from '../../src/kit/id.ts';
import { cost } from '../../src/kit/password-cost.ts';
import { auditOf } from './audit-names.ts';
import { type FormFile, formOf } from './form.ts';
import type { World } from './world.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface CallOptions {
  headers?: Record<string, string>;
  /** A change that finds nothing to change leaves no audit entry. */
  changesNothing?: boolean;
}

export interface Answer<Body = Record<string, unknown>> {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: Body;
  text: string;
  /** The statements that it sent to the database. */
  statements: readonly string[];
}

/** Someone who calls the service. Every call is checked against what its endpoint promises. */
export class Actor {
  readonly #world: World;
  readonly #headers: Record<string, string>;

  constructor(world: World, headers: Record<string, string> = {}) {
    this.#world = world;
    this.#headers = headers;
  }

  get = <Body = Answer['body']>(url: string, options?: CallOptions) => this.call<Body>('GET', url, undefined, options);
  delete = <Body = Answer['body']>(url: string, options?: CallOptions) =>
    this.call<Body>('DELETE', url, undefined, options);
  post = <Body = Answer['body']>(url: string, body?: unknown, options?: CallOptions) =>
    this.call<Body>('POST', url, body, options);
  put = <Body = Answer['body']>(url: string, body?: unknown, options?: CallOptions) =>
    this.call<Body>('PUT', url, body, options);

  async call<Body>(method: Method, url: string, body: unknown, options: CallOptions = {}): Promise<Answer<Body>> {
    const id = newId();
    const response = await this.#world.app.inject({
      method,
      url: url.startsWith('/v1') || !url.startsWith('/admin') ? url : `/v1${url}`,
      headers: { ...this.#headers, 'x-request-id': id, ...options.headers },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json', ...this.#headers, 'x-request-id': id, ...options.headers },
      }),
    });
    const { statusCode, headers, payload } = response;
    const { statements = [] } = this.#world.requests.get(id) ?? {};
    await this.#check(id, method, statusCode, payload, options);
    const answered: Body = isJson(payload) ? JSON.parse(payload) : {};
    return { status: statusCode, headers, text: payload, body: answered, statements: [...statements] };
  }

  /** Sends a form with a file, as browsers do. */
  async upload<Body = Answer['body']>(
    url: string,
    fields: Record<string, string>,
    file: FormFile,
    options: Pick<CallOptions, 'headers'> = {},
  ): Promise<Answer<Body>> {
    const id = newId();
    const { payload, contentType } = formOf(fields, file);
    const response = await this.#world.app.inject({
      method: 'POST',
      url: url.startsWith('/v1') ? url : `/v1${url}`,
      headers: { ...this.#headers, 'x-request-id': id, 'content-type': contentType, ...options.headers },
      payload,
    });
    const { statusCode: status, headers, payload: text } = response;
    const { statements = [] } = this.#world.requests.get(id) ?? {};
    await this.#check(id, 'POST', status, text, {});
    const body: Body = text.startsWith('{') ? JSON.parse(text) : {};
    return { status, headers, text, body, statements: [...statements] };
  }

  /** What holds for every call: the promised shape, and an audit entry for every change. */
  async #check(id: string, method: Method, status: number, payload: string, options: CallOptions): Promise<void> {
    const trace = this.#world.requests.get(id);
    this.#world.requests.delete(id);
    expect(status, payload).toBeLessThan(500);
    const parsed = parse(payload);
    if (status >= 400) return expect(parsed).toMatchObject({ statusCode: status, error: expect.any(String) });
    const endpoint = trace?.endpoint;
    if (!endpoint || parsed.dryRun === true) return;
    const name = `${method} ${endpoint.url}`;
    expect(status, name).toBe(status === 304 && endpoint.conditional ? 304 : (endpoint.status ?? 200));
    if (endpoint.reply && status !== 304) expect(replyFaults(endpoint.reply)(JSON.parse(payload)), name).toEqual([]);
    if (!isAudited(endpoint) || options.changesNothing) return;
    const { count, foreign } = await auditOf(this.#world, id);
    expect(count, `${name} left no audit entry`).toBeGreaterThan(0);
    expect(foreign, 'before and after have the names of the API').toEqual([]);
  }
}

/** Changes and exports are; other reads are not. */
const isAudited = ({ kind, url, audited }: Endpoint): boolean =>
  kind !== 'read' && url.startsWith('/v1/admin') && audited !== false;

/** Several lines of it are no one value. */
const isJson = (payload: string): boolean => /^[{[]/.test(payload) && !payload.includes('}\n');

function parse(payload: string): Record<string, unknown> {
  const value: unknown = isJson(payload) ? JSON.parse(payload) : {};
  return value !== null && typeof value === 'object' ? { ...value } : {};
}

export const anonymous = (world: World): Actor => new Actor(world);

/** A hash of {@link password}, made once: hashing it anew for every admin of the tests would take longer than they do. */
export const password = 'a quiet harbour at dawn';
export const passwordHash = await hash(password, cost);

export interface AdminActor extends Actor {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

export interface AdminOptions {
  email?: string;
  name?: string;
  isActive?: boolean;
  mustResetPassword?: boolean;
}

/** A signed-in admin who holds a role, built in or custom. */
export async function makeAdminActor(world: World, role: string, options: AdminOptions = {}) {
  const { db } = world.database;
  const { id: roleId } = await db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', role)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  const id = newId();
  const email = options.email ?? `${role.replace(/\W/g, '')}-${id.slice(-6)}@example.com`;
  await db
    .insertInto('admins')
    .values({
      id,
      email,
      name: options.name ?? role,
      role_id: roleId,
      password_hash: passwordHash,
      is_active: options.isActive ?? true,
      must_reset_password: options.mustResetPassword ?? false,
    })
    .execute();
  const token = await tokenFor(world, id);
  return Object.assign(new Actor(world, { authorization: `Bearer ${token}` }), { id, email, token });
}

export interface TokenOptions {
  version?: number;
  issuedAt?: Date;
  sessionId?: string;
}

/** A token as sign-in would give it. */
export async function tokenFor(world: World, adminId: string, options: TokenOptions = {}): Promise<string> {
  const iat = Math.floor((options.issuedAt ?? new Date()).getTime() / 1000);
  const jti = options.sessionId ?? newId();
  return world.keys.tokens.sign({
    sub: adminId,
    token_version: options.version ?? 1,
    jti,
    iat,
    exp: iat + sessionSeconds,
  });
}

/** A role with just these permissions. */
export async function makeRole(world: World, name: string, permissions: string[]): Promise<string> {
  const id = newId();
  await world.database.db.insertInto('roles').values({ id, name, description: '', permissions }).execute();
  return id;
}

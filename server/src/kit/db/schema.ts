// Generated from the migrations by npm run generate; do not edit.

import type { ColumnType, InsertType, SelectType, UpdateType } from 'kysely';

// Kysely's types of these two names would not look inside of Timestamp and Json.
export type Generated<T> = ColumnType<SelectType<T>, InsertType<T> | undefined, UpdateType<T>>;
export type GeneratedAlways<T> = ColumnType<SelectType<T>, never, never>;

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
/** Read as the value, written as its JSON text. */
export type Json = ColumnType<JsonValue, string, string>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface AdminSecondFactors {
  admin_id: string;
  secret: string;
  recovery_codes: Generated<string[]>;
  last_step: Generated<number>;
  confirmed_at: Timestamp | null;
  created_at: Generated<Timestamp>;
}

export interface AdminSessions {
  id: string;
  admin_id: string;
  ip: string | null;
  user_agent: string | null;
  second_factor_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  revoked_at: Timestamp | null;
}

export interface Admins {
  id: string;
  email: string;
  name: string;
  role_id: string;
  password_hash: string;
  is_active: Generated<boolean>;
  must_reset_password: Generated<boolean>;
  token_version: Generated<number>;
  revision: Generated<number>;
  last_login_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
}

export interface Approvals {
  id: string;
  kind: string;
  status: Generated<'pending' | 'approved' | 'rejected' | 'cancelled' | 'expired'>;
  reason: string;
  target_type: string;
  target_id: string;
  payload: Json;
  effects: Json;
  required_permission: string;
  requested_by: string;
  decided_by: string | null;
  decision_note: string | null;
  result: Json | null;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  decided_at: Timestamp | null;
}

export interface AuditLog {
  id: string;
  action: string;
  admin_id: string | null;
  admin_email: string;
  target_type: string | null;
  target_id: string | null;
  reason: string | null;
  before: Json | null;
  after: Json | null;
  flags: Generated<Json>;
  request_id: string | null;
  ip: string | null;
  created_at: Generated<Timestamp>;
}

export interface IdempotencyKeys {
  caller: string;
  key: string;
  fingerprint: Buffer;
  status: number;
  body: string;
  created_at: Generated<Timestamp>;
}

export interface JobRuns {
  id: string;
  job: string;
  slot: Timestamp | null;
  attempt: Generated<number>;
  outcome: Generated<'running' | 'succeeded' | 'failed' | 'abandoned'>;
  counts: Generated<Json>;
  error: string | null;
  started_at: Generated<Timestamp>;
  finished_at: Timestamp | null;
}

export interface Jobs {
  name: string;
  enabled: Generated<boolean>;
  revision: Generated<number>;
  updated_at: Generated<Timestamp>;
}

export interface Outbox {
  id: string;
  topic: string;
  payload: Json;
  status: Generated<'waiting' | 'delivered' | 'dead'>;
  attempts: Generated<number>;
  last_error: string | null;
  next_attempt_at: Generated<Timestamp>;
  created_at: Generated<Timestamp>;
  delivered_at: Timestamp | null;
}

export interface Roles {
  id: string;
  name: string;
  description: Generated<string>;
  permissions: string[];
  is_system: Generated<boolean>;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
}

export interface SchemaMigrations {
  name: string;
  checksum: string;
  applied_at: Generated<Timestamp>;
}

export interface SignInFailures {
  id: string;
  throttle_key: Buffer;
  created_at: Generated<Timestamp>;
}

export interface DB {
  admin_second_factors: AdminSecondFactors;
  admin_sessions: AdminSessions;
  admins: Admins;
  approvals: Approvals;
  audit_log: AuditLog;
  idempotency_keys: IdempotencyKeys;
  job_runs: JobRuns;
  jobs: Jobs;
  outbox: Outbox;
  roles: Roles;
  schema_migrations: SchemaMigrations;
  sign_in_failures: SignInFailures;
}

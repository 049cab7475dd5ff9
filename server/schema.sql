-- Generated from the migrations by npm run generate; do not edit.

SET check_function_bodies = off;

REVOKE USAGE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO cliffhanger_app;

CREATE OR REPLACE FUNCTION public.clock()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN date_trunc('milliseconds'::text, now());
GRANT EXECUTE ON FUNCTION public.clock() TO cliffhanger_app;

CREATE OR REPLACE FUNCTION public.keep_a_superadmin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('keep_a_superadmin'));
  if not exists (
    select from admins a join roles r on r.id = a.role_id
    where r.name = 'superadmin' and r.is_system and a.is_active and a.deleted_at is null
  ) then
    raise exception 'the last active superadmin stays'
      using errcode = '23514', constraint = 'admins_keep_a_superadmin';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $function$;

-- Table public.idempotency_keys
CREATE TABLE public.idempotency_keys (
  caller text NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  status integer NOT NULL,
  body text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT idempotency_keys_pk PRIMARY KEY (caller, key)
);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);
CREATE TRIGGER idempotency_keys_fixed BEFORE UPDATE ON public.idempotency_keys FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
GRANT DELETE, INSERT, SELECT ON TABLE public.idempotency_keys TO cliffhanger_app;

-- Table public.jobs
CREATE TABLE public.jobs (
  name text NOT NULL,
  enabled boolean DEFAULT true NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT jobs_pk PRIMARY KEY (name)
);
GRANT INSERT, SELECT, UPDATE ON TABLE public.jobs TO cliffhanger_app;

-- Table public.job_runs
CREATE TABLE public.job_runs (
  id uuid NOT NULL,
  job text NOT NULL,
  slot timestamp(3) with time zone,
  attempt integer DEFAULT 1 NOT NULL,
  outcome text DEFAULT 'running'::text NOT NULL,
  counts jsonb DEFAULT '{}'::jsonb NOT NULL,
  error text,
  started_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  finished_at timestamp(3) with time zone,
  CONSTRAINT job_runs_finished CHECK (((outcome = 'running'::text) = (finished_at IS NULL))),
  CONSTRAINT job_runs_outcome CHECK ((outcome = ANY (ARRAY['running'::text, 'succeeded'::text, 'failed'::text, 'abandoned'::text]))),
  CONSTRAINT job_runs_pk PRIMARY KEY (id),
  CONSTRAINT job_runs_slot_unique UNIQUE (job, slot, attempt)
);
ALTER TABLE public.job_runs ADD CONSTRAINT job_runs_job_fk FOREIGN KEY (job) REFERENCES public.jobs(name);
CREATE INDEX job_runs_age ON public.job_runs USING btree (started_at);
CREATE INDEX job_runs_newest ON public.job_runs USING btree (job, started_at DESC, id);
CREATE UNIQUE INDEX job_runs_one_running ON public.job_runs USING btree (job) WHERE (outcome = 'running'::text);
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.job_runs TO cliffhanger_app;

-- Table public.outbox
CREATE TABLE public.outbox (
  id uuid NOT NULL,
  topic text NOT NULL,
  payload jsonb NOT NULL,
  status text DEFAULT 'waiting'::text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  last_error text,
  next_attempt_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  delivered_at timestamp(3) with time zone,
  CONSTRAINT outbox_pk PRIMARY KEY (id),
  CONSTRAINT outbox_status CHECK ((status = ANY (ARRAY['waiting'::text, 'delivered'::text, 'dead'::text])))
);
CREATE INDEX outbox_due ON public.outbox USING btree (next_attempt_at) WHERE (status = 'waiting'::text);
CREATE INDEX outbox_newest ON public.outbox USING btree (created_at, id);
CREATE INDEX outbox_status_newest ON public.outbox USING btree (status, created_at, id);
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.outbox TO cliffhanger_app;

-- Table public.roles
CREATE TABLE public.roles (
  id uuid NOT NULL,
  name text NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  permissions text[] NOT NULL,
  is_system boolean DEFAULT false NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  deleted_at timestamp(3) with time zone,
  CONSTRAINT roles_only_system_roles_hold_all CHECK ((is_system OR (NOT ('*'::text = ANY (permissions))))),
  CONSTRAINT roles_pk PRIMARY KEY (id)
);
CREATE UNIQUE INDEX roles_name_unique ON public.roles USING btree (lower(name)) WHERE (deleted_at IS NULL);
GRANT INSERT, SELECT, UPDATE ON TABLE public.roles TO cliffhanger_app;

-- Table public.admins
CREATE TABLE public.admins (
  id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  role_id uuid NOT NULL,
  password_hash text NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  must_reset_password boolean DEFAULT false NOT NULL,
  token_version integer DEFAULT 1 NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  last_login_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  deleted_at timestamp(3) with time zone,
  CONSTRAINT admins_pk PRIMARY KEY (id)
);
ALTER TABLE public.admins ADD CONSTRAINT admins_role_fk FOREIGN KEY (role_id) REFERENCES public.roles(id);
CREATE UNIQUE INDEX admins_email_unique ON public.admins USING btree (lower(email)) WHERE (deleted_at IS NULL);
CREATE INDEX admins_newest ON public.admins USING btree (created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX admins_role ON public.admins USING btree (role_id);
CREATE CONSTRAINT TRIGGER admins_keep_a_superadmin AFTER DELETE OR UPDATE OF role_id, is_active, deleted_at ON public.admins DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.keep_a_superadmin();
GRANT INSERT, SELECT, UPDATE ON TABLE public.admins TO cliffhanger_app;

-- Table public.admin_second_factors
CREATE TABLE public.admin_second_factors (
  admin_id uuid NOT NULL,
  secret text NOT NULL,
  recovery_codes text[] DEFAULT '{}'::text[] NOT NULL,
  last_step bigint DEFAULT 0 NOT NULL,
  confirmed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT admin_second_factors_pk PRIMARY KEY (admin_id)
);
ALTER TABLE public.admin_second_factors ADD CONSTRAINT admin_second_factors_admin_fk FOREIGN KEY (admin_id) REFERENCES public.admins(id);
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.admin_second_factors TO cliffhanger_app;

-- Table public.admin_sessions
CREATE TABLE public.admin_sessions (
  id uuid NOT NULL,
  admin_id uuid NOT NULL,
  ip text,
  user_agent text,
  second_factor_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  revoked_at timestamp(3) with time zone,
  CONSTRAINT admin_sessions_pk PRIMARY KEY (id)
);
ALTER TABLE public.admin_sessions ADD CONSTRAINT admin_sessions_admin_fk FOREIGN KEY (admin_id) REFERENCES public.admins(id);
CREATE INDEX admin_sessions_admin ON public.admin_sessions USING btree (admin_id, created_at);
CREATE INDEX admin_sessions_expiry ON public.admin_sessions USING btree (expires_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.admin_sessions TO cliffhanger_app;

-- Table public.approvals
CREATE TABLE public.approvals (
  id uuid NOT NULL,
  kind text NOT NULL,
  status text DEFAULT 'pending'::text NOT NULL,
  reason text NOT NULL,
  target_type text NOT NULL,
  target_id text NOT NULL,
  payload jsonb NOT NULL,
  effects jsonb NOT NULL,
  required_permission text NOT NULL,
  requested_by uuid NOT NULL,
  decided_by uuid,
  decision_note text,
  result jsonb,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  decided_at timestamp(3) with time zone,
  CONSTRAINT approvals_closed_at CHECK (((status = 'pending'::text) = (decided_at IS NULL))),
  CONSTRAINT approvals_decided_by_someone CHECK (((status <> ALL (ARRAY['approved'::text, 'rejected'::text])) OR (decided_by IS NOT NULL))),
  CONSTRAINT approvals_pk PRIMARY KEY (id),
  CONSTRAINT approvals_status CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'cancelled'::text, 'expired'::text]))),
  CONSTRAINT approvals_two_people CHECK (((status = 'cancelled'::text) OR (decided_by IS DISTINCT FROM requested_by)))
);
ALTER TABLE public.approvals ADD CONSTRAINT approvals_decided_by_fk FOREIGN KEY (decided_by) REFERENCES public.admins(id);
ALTER TABLE public.approvals ADD CONSTRAINT approvals_requested_by_fk FOREIGN KEY (requested_by) REFERENCES public.admins(id);
CREATE INDEX approvals_decided_by ON public.approvals USING btree (decided_by);
CREATE INDEX approvals_expiry ON public.approvals USING btree (expires_at) WHERE (status = 'pending'::text);
CREATE INDEX approvals_newest ON public.approvals USING btree (created_at, id);
CREATE UNIQUE INDEX approvals_one_pending ON public.approvals USING btree (kind, target_id) WHERE ((status = 'pending'::text) AND (kind = ANY (ARRAY['user_anonymize'::text, 'series_delete'::text, 'episode_delete'::text, 'role_delete'::text])));
CREATE INDEX approvals_requested_by ON public.approvals USING btree (requested_by, created_at, id);
CREATE INDEX approvals_status_newest ON public.approvals USING btree (status, created_at, id);
CREATE INDEX approvals_target ON public.approvals USING btree (target_type, target_id);
CREATE TRIGGER approvals_closed_stay BEFORE UPDATE ON public.approvals FOR EACH ROW WHEN ((old.status <> 'pending'::text)) EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER approvals_kept BEFORE DELETE ON public.approvals FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER approvals_no_truncate BEFORE TRUNCATE ON public.approvals FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
GRANT INSERT, SELECT, UPDATE ON TABLE public.approvals TO cliffhanger_app;

-- Table public.audit_log
CREATE TABLE public.audit_log (
  id uuid NOT NULL,
  action text NOT NULL,
  admin_id uuid,
  admin_email text NOT NULL,
  target_type text,
  target_id text,
  reason text,
  before jsonb,
  after jsonb,
  flags jsonb DEFAULT '{}'::jsonb NOT NULL,
  request_id text,
  ip text,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT audit_log_pk PRIMARY KEY (id)
);
ALTER TABLE public.audit_log ADD CONSTRAINT audit_log_admin_fk FOREIGN KEY (admin_id) REFERENCES public.admins(id);
CREATE INDEX audit_log_action ON public.audit_log USING btree (action, created_at, id);
CREATE INDEX audit_log_admin ON public.audit_log USING btree (admin_id, created_at, id);
CREATE INDEX audit_log_newest ON public.audit_log USING btree (created_at, id);
CREATE INDEX audit_log_request ON public.audit_log USING btree (request_id);
CREATE INDEX audit_log_target ON public.audit_log USING btree (target_type, target_id, created_at, id);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
GRANT INSERT, SELECT ON TABLE public.audit_log TO cliffhanger_app;

-- Table public.schema_migrations
CREATE TABLE public.schema_migrations (
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT schema_migrations_pk PRIMARY KEY (name)
);
GRANT SELECT ON TABLE public.schema_migrations TO cliffhanger_app;

-- Table public.sign_in_failures
CREATE TABLE public.sign_in_failures (
  id uuid NOT NULL,
  throttle_key bytea NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT sign_in_failures_pk PRIMARY KEY (id)
);
CREATE INDEX sign_in_failures_age ON public.sign_in_failures USING btree (created_at);
CREATE INDEX sign_in_failures_key ON public.sign_in_failures USING btree (throttle_key, created_at);
GRANT DELETE, INSERT, SELECT ON TABLE public.sign_in_failures TO cliffhanger_app;

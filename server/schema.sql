-- Generated from the migrations by npm run generate; do not edit.

CREATE SCHEMA event_days;

CREATE SCHEMA ledger;
GRANT USAGE ON SCHEMA ledger TO cliffhanger_app;

-- Schema public
GRANT USAGE ON SCHEMA public TO cliffhanger_app;

CREATE EXTENSION pg_trgm WITH SCHEMA public;

CREATE DOMAIN ledger.account AS text
  CONSTRAINT entries_account CHECK (((VALUE = ANY (ARRAY['wallet_paid'::text, 'wallet_bonus'::text, 'source_promo'::text, 'source_support_grant'::text, 'source_refund'::text, 'source_test'::text, 'source_bonus'::text, 'sink_unlock'::text, 'sink_refund'::text, 'sink_fraud'::text, 'sink_adjustment'::text])) OR (VALUE ~ '^source_iap_[a-z0-9_]+$'::text)));

CREATE DOMAIN ledger.amount AS bigint
  CONSTRAINT entries_amount CHECK (((VALUE <> 0) AND (abs(VALUE) <= 1000000000)));

CREATE DOMAIN ledger.spend AS bigint
  CONSTRAINT spend_takes_coins CHECK ((VALUE >= 0));

CREATE DOMAIN ledger.total AS bigint
  CONSTRAINT entries_no_overdraft CHECK ((VALUE >= 0));

CREATE SEQUENCE public.audit_log_no_seq;

-- Table ledger.breaks
CREATE TABLE ledger.breaks (
  user_id uuid NOT NULL,
  event_id uuid NOT NULL,
  what text NOT NULL,
  account text,
  found_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  checked_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT breaks_once UNIQUE NULLS NOT DISTINCT (user_id, event_id, what, account)
);
CREATE INDEX breaks_checked ON ledger.breaks USING btree (checked_at);
GRANT SELECT ON TABLE ledger.breaks TO cliffhanger_app;

-- Table ledger.entries
CREATE TABLE ledger.entries (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id uuid NOT NULL,
  event_id uuid NOT NULL,
  leg smallint NOT NULL,
  account ledger.account NOT NULL,
  amount ledger.amount NOT NULL,
  seq integer,
  total ledger.total,
  xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  reason text,
  ref_type text,
  ref_id text,
  CONSTRAINT entries_pk PRIMARY KEY (user_id, event_id, leg)
);
CREATE INDEX entries_by_id ON ledger.entries USING brin (id) WITH (autosummarize='on');
CREATE UNIQUE INDEX entries_chain ON ledger.entries USING btree (user_id, account, seq) INCLUDE (total) WHERE (seq IS NOT NULL);
CREATE TRIGGER entries_append_only BEFORE DELETE OR UPDATE ON ledger.entries FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER entries_checked AFTER INSERT ON ledger.entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger.check_entries();
CREATE TRIGGER entries_no_truncate BEFORE TRUNCATE ON ledger.entries FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
GRANT SELECT ON TABLE ledger.entries TO cliffhanger_app;

-- Table ledger.events
CREATE TABLE ledger.events (
  id uuid NOT NULL,
  no bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id uuid NOT NULL,
  idem_key text NOT NULL,
  reason text NOT NULL,
  ref_type text NOT NULL,
  ref_id text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  paid_change bigint NOT NULL,
  bonus_change bigint NOT NULL,
  CONSTRAINT events_id_unique UNIQUE (id),
  CONSTRAINT events_once UNIQUE (user_id, idem_key),
  CONSTRAINT events_pk PRIMARY KEY (user_id, no)
);
CREATE INDEX events_by_time ON ledger.events USING btree (user_id, created_at, id);
CREATE INDEX events_day ON ledger.events USING brin (created_at) WITH (autosummarize='on');
CREATE INDEX events_no ON ledger.events USING brin (no) WITH (autosummarize='on');
CREATE TRIGGER events_append_only BEFORE DELETE OR UPDATE ON ledger.events FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER events_checked AFTER INSERT ON ledger.events REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger.check_events();
CREATE TRIGGER events_no_truncate BEFORE TRUNCATE ON ledger.events FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
GRANT SELECT ON TABLE ledger.events TO cliffhanger_app;

-- Table ledger.proofs
CREATE TABLE ledger.proofs (
  holds boolean NOT NULL,
  events bigint NOT NULL,
  up_to_no bigint NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  no bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  waiting_since timestamp(3) with time zone,
  CONSTRAINT proofs_pk PRIMARY KEY (no)
);
GRANT SELECT ON TABLE ledger.proofs TO cliffhanger_app;

-- Table ledger.proven
CREATE TABLE ledger.proven (
  user_id uuid NOT NULL,
  account ledger.account NOT NULL,
  seq integer NOT NULL,
  total ledger.total NOT NULL,
  CONSTRAINT proven_pk PRIMARY KEY (user_id, account)
) WITH (fillfactor=80);

-- Table public.admin_access_changes
CREATE TABLE public.admin_access_changes (
  id uuid NOT NULL,
  admin_id uuid NOT NULL,
  changed_by uuid NOT NULL,
  change text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT admin_access_changes_admin_fk FOREIGN KEY (admin_id) REFERENCES public.admins(id),
  CONSTRAINT admin_access_changes_change CHECK ((change = ANY (ARRAY['created'::text, 'role'::text, 'password'::text, 'enabled'::text, 'permissions'::text, 'second_factor'::text]))),
  CONSTRAINT admin_access_changes_changed_by_fk FOREIGN KEY (changed_by) REFERENCES public.admins(id),
  CONSTRAINT admin_access_changes_pk PRIMARY KEY (id)
);
CREATE INDEX admin_access_changes_admin ON public.admin_access_changes USING btree (admin_id, created_at);
CREATE INDEX admin_access_changes_changed_by ON public.admin_access_changes USING btree (changed_by);
CREATE TRIGGER admin_access_changes_append_only BEFORE DELETE OR UPDATE ON public.admin_access_changes FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER admin_access_changes_no_truncate BEFORE TRUNCATE ON public.admin_access_changes FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
GRANT INSERT, SELECT ON TABLE public.admin_access_changes TO cliffhanger_app;

-- Table public.admin_grants_by_day
CREATE TABLE public.admin_grants_by_day (
  admin_id uuid NOT NULL,
  day date NOT NULL,
  coins bigint DEFAULT 0 NOT NULL,
  CONSTRAINT admin_grants_by_day_admin_fk FOREIGN KEY (admin_id) REFERENCES public.admins(id),
  CONSTRAINT admin_grants_by_day_coins CHECK ((coins >= 0)),
  CONSTRAINT admin_grants_by_day_pk PRIMARY KEY (admin_id, day)
);
CREATE INDEX admin_grants_by_day_newest ON public.admin_grants_by_day USING btree (day);
GRANT INSERT, SELECT, UPDATE ON TABLE public.admin_grants_by_day TO cliffhanger_app;

-- Table public.admin_promo_budgets_by_day
CREATE TABLE public.admin_promo_budgets_by_day (
  admin_id uuid NOT NULL,
  day date NOT NULL,
  coins bigint NOT NULL,
  CONSTRAINT admin_promo_budgets_by_day_admin_fk FOREIGN KEY (admin_id) REFERENCES public.admins(id),
  CONSTRAINT admin_promo_budgets_by_day_coins CHECK ((coins >= 0)),
  CONSTRAINT admin_promo_budgets_by_day_pk PRIMARY KEY (admin_id, day)
);
GRANT INSERT, SELECT, UPDATE ON TABLE public.admin_promo_budgets_by_day TO cliffhanger_app;

-- Table public.admin_refunds_by_day
CREATE TABLE public.admin_refunds_by_day (
  admin_id uuid NOT NULL,
  day date NOT NULL,
  usd_cents bigint NOT NULL,
  CONSTRAINT admin_refunds_by_day_admin_fk FOREIGN KEY (admin_id) REFERENCES public.admins(id),
  CONSTRAINT admin_refunds_by_day_pk PRIMARY KEY (admin_id, day),
  CONSTRAINT admin_refunds_by_day_usd_cents CHECK ((usd_cents >= 0))
);
GRANT INSERT, SELECT, UPDATE ON TABLE public.admin_refunds_by_day TO cliffhanger_app;

-- Table public.admin_second_factors
CREATE TABLE public.admin_second_factors (
  admin_id uuid NOT NULL,
  secret text NOT NULL,
  recovery_codes text[] DEFAULT '{}'::text[] NOT NULL,
  last_step bigint DEFAULT 0 NOT NULL,
  confirmed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT admin_second_factors_admin_fk FOREIGN KEY (admin_id) REFERENCES public.admins(id),
  CONSTRAINT admin_second_factors_pk PRIMARY KEY (admin_id)
);
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
  CONSTRAINT admin_sessions_admin_fk FOREIGN KEY (admin_id) REFERENCES public.admins(id),
  CONSTRAINT admin_sessions_pk PRIMARY KEY (id)
);
CREATE INDEX admin_sessions_admin ON public.admin_sessions USING btree (admin_id, created_at);
CREATE INDEX admin_sessions_expiry ON public.admin_sessions USING btree (expires_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.admin_sessions TO cliffhanger_app;

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
  CONSTRAINT admins_pk PRIMARY KEY (id),
  CONSTRAINT admins_role_fk FOREIGN KEY (role_id) REFERENCES public.roles(id)
);
CREATE UNIQUE INDEX admins_email_unique ON public.admins USING btree (lower(email)) WHERE (deleted_at IS NULL);
CREATE INDEX admins_newest ON public.admins USING btree (created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX admins_role ON public.admins USING btree (role_id);
CREATE TRIGGER admins_drop_private_views AFTER UPDATE OF deleted_at ON public.admins FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION public.drop_private_views();
CREATE CONSTRAINT TRIGGER admins_keep_a_superadmin AFTER DELETE OR UPDATE OF role_id, is_active, deleted_at ON public.admins DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.keep_a_superadmin();
GRANT INSERT, SELECT, UPDATE ON TABLE public.admins TO cliffhanger_app;

-- Table public.alert_hours
CREATE TABLE public.alert_hours (
  figure text NOT NULL,
  subject text NOT NULL,
  hour timestamp(3) with time zone NOT NULL,
  amount bigint NOT NULL,
  CONSTRAINT alert_hours_figure CHECK ((figure = ANY (ARRAY['minted'::text, 'promo_coins'::text, 'payments'::text, 'refunds'::text]))),
  CONSTRAINT alert_hours_pk PRIMARY KEY (figure, hour, subject)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.alert_hours TO cliffhanger_app;

-- Table public.alert_hours_filled
CREATE TABLE public.alert_hours_filled (
  id boolean DEFAULT true NOT NULL,
  filled_to timestamp(3) with time zone NOT NULL,
  CONSTRAINT alert_hours_filled_one_row CHECK (id),
  CONSTRAINT alert_hours_filled_pk PRIMARY KEY (id)
);
GRANT INSERT, SELECT, UPDATE ON TABLE public.alert_hours_filled TO cliffhanger_app;

-- Table public.alerts
CREATE TABLE public.alerts (
  id uuid NOT NULL,
  kind text NOT NULL,
  subject_type text NOT NULL,
  subject_id text NOT NULL,
  severity text NOT NULL,
  figures jsonb NOT NULL,
  window_from timestamp(3) with time zone,
  window_to timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  acknowledged_at timestamp(3) with time zone,
  acknowledged_by uuid,
  note text,
  resolved_at timestamp(3) with time zone,
  status text GENERATED ALWAYS AS (
CASE
    WHEN (resolved_at IS NOT NULL) THEN 'resolved'::text
    WHEN (acknowledged_at IS NOT NULL) THEN 'acknowledged'::text
    ELSE 'open'::text
END) STORED NOT NULL,
  CONSTRAINT alerts_acknowledged CHECK (((acknowledged_at IS NULL) = (acknowledged_by IS NULL))),
  CONSTRAINT alerts_acknowledged_by_fk FOREIGN KEY (acknowledged_by) REFERENCES public.admins(id),
  CONSTRAINT alerts_figures CHECK ((jsonb_typeof(figures) = 'object'::text)),
  CONSTRAINT alerts_kind CHECK ((kind ~ '^[a-z]+(_[a-z]+)*$'::text)),
  CONSTRAINT alerts_noted CHECK (((note IS NULL) OR (acknowledged_at IS NOT NULL))),
  CONSTRAINT alerts_pk PRIMARY KEY (id),
  CONSTRAINT alerts_severity CHECK ((severity = ANY (ARRAY['warning'::text, 'critical'::text])))
);
CREATE INDEX alerts_acknowledged_by ON public.alerts USING btree (acknowledged_by) WHERE (acknowledged_by IS NOT NULL);
CREATE INDEX alerts_newest ON public.alerts USING btree (created_at, id);
CREATE UNIQUE INDEX alerts_one_at_a_time ON public.alerts USING btree (kind, subject_type, subject_id) WHERE (resolved_at IS NULL);
CREATE INDEX alerts_status_newest ON public.alerts USING btree (status, created_at, id);
GRANT INSERT, SELECT ON TABLE public.alerts TO cliffhanger_app;
GRANT UPDATE (severity, figures, window_from, window_to, updated_at, acknowledged_at, acknowledged_by, note, resolved_at) ON TABLE public.alerts TO cliffhanger_app;

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
  asked_once boolean DEFAULT false NOT NULL,
  cause_id uuid,
  decider_bound boolean DEFAULT false NOT NULL,
  decider_related boolean DEFAULT false NOT NULL,
  CONSTRAINT approvals_cause UNIQUE (cause_id),
  CONSTRAINT approvals_closed_at CHECK (((status = 'pending'::text) = (decided_at IS NULL))),
  CONSTRAINT approvals_decided_by_fk FOREIGN KEY (decided_by) REFERENCES public.admins(id),
  CONSTRAINT approvals_decided_by_someone CHECK (((status <> ALL (ARRAY['approved'::text, 'rejected'::text])) OR (decided_by IS NOT NULL))),
  CONSTRAINT approvals_kind_format CHECK ((kind ~ '^[a-z]+(_[a-z]+)*$'::text)),
  CONSTRAINT approvals_pk PRIMARY KEY (id),
  CONSTRAINT approvals_requested_by_fk FOREIGN KEY (requested_by) REFERENCES public.admins(id),
  CONSTRAINT approvals_status CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'cancelled'::text, 'expired'::text]))),
  CONSTRAINT approvals_two_people CHECK (((status = 'cancelled'::text) OR (decided_by IS DISTINCT FROM requested_by)))
);
CREATE INDEX approvals_decided_by ON public.approvals USING btree (decided_by);
CREATE INDEX approvals_decider_related ON public.approvals USING btree (created_at, id) WHERE (decider_bound OR decider_related);
CREATE INDEX approvals_expiry ON public.approvals USING btree (expires_at) WHERE (status = 'pending'::text);
CREATE INDEX approvals_newest ON public.approvals USING btree (created_at, id);
CREATE UNIQUE INDEX approvals_one_pending ON public.approvals USING btree (kind, target_id) WHERE ((status = 'pending'::text) AND asked_once);
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
  no bigint DEFAULT public.next_audit_no(),
  CONSTRAINT audit_log_admin_fk FOREIGN KEY (admin_id) REFERENCES public.admins(id),
  CONSTRAINT audit_log_pk PRIMARY KEY (id)
);
CREATE INDEX audit_log_action ON public.audit_log USING btree (action, created_at, id);
CREATE INDEX audit_log_admin ON public.audit_log USING btree (admin_id, created_at, id);
CREATE INDEX audit_log_newest ON public.audit_log USING btree (created_at, id);
CREATE UNIQUE INDEX audit_log_no ON public.audit_log USING btree (no) WHERE (no IS NOT NULL);
CREATE INDEX audit_log_request ON public.audit_log USING btree (request_id);
CREATE INDEX audit_log_target ON public.audit_log USING btree (target_type, target_id, created_at, id);
CREATE INDEX audit_log_unnumbered ON public.audit_log USING btree (created_at, id) WHERE (no IS NULL);
CREATE TRIGGER audit_log_append_only BEFORE UPDATE ON public.audit_log FOR EACH ROW WHEN (((old.no IS NOT NULL) OR (new.no IS NULL) OR ((to_jsonb(new.*) - 'no'::text) IS DISTINCT FROM (to_jsonb(old.*) - 'no'::text)))) EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER audit_log_checked BEFORE INSERT ON public.audit_log FOR EACH ROW EXECUTE FUNCTION public.check_audit_entry();
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
GRANT SELECT ON TABLE public.audit_log TO cliffhanger_app;
GRANT INSERT (id, action, admin_id, admin_email, target_type, target_id, reason, before, after, flags, request_id, ip, created_at) ON TABLE public.audit_log TO cliffhanger_app;

-- Table public.audit_settings
CREATE TABLE public.audit_settings (
  only_row boolean DEFAULT true NOT NULL,
  past_times boolean DEFAULT false NOT NULL,
  CONSTRAINT audit_settings_only_row CHECK (only_row),
  CONSTRAINT audit_settings_pk PRIMARY KEY (only_row)
);

-- Table public.audit_texts
CREATE TABLE public.audit_texts (
  entry_id uuid NOT NULL,
  user_id uuid,
  salt text,
  reason text,
  note text,
  CONSTRAINT audit_texts_pk PRIMARY KEY (entry_id),
  CONSTRAINT audit_texts_salted CHECK (((salt IS NOT NULL) OR ((reason IS NULL) AND (note IS NULL)))),
  CONSTRAINT audit_texts_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE INDEX audit_texts_user ON public.audit_texts USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE TRIGGER audit_texts_no_delete BEFORE DELETE ON public.audit_texts FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER audit_texts_no_truncate BEFORE TRUNCATE ON public.audit_texts FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER audit_texts_only_erased BEFORE UPDATE ON public.audit_texts FOR EACH ROW WHEN (((new.salt IS NOT NULL) OR (new.reason IS NOT NULL) OR (new.note IS NOT NULL) OR (new.entry_id <> old.entry_id) OR (new.user_id IS DISTINCT FROM old.user_id))) EXECUTE FUNCTION public.refuse_change();
GRANT INSERT, SELECT ON TABLE public.audit_texts TO cliffhanger_app;
GRANT UPDATE (salt, reason, note) ON TABLE public.audit_texts TO cliffhanger_app;

-- Table public.broken_blocks
CREATE TABLE public.broken_blocks (
  chain text NOT NULL,
  no bigint NOT NULL,
  what text NOT NULL,
  found_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  checked_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT broken_blocks_chain CHECK ((chain = ANY (ARRAY['ledger'::text, 'audit'::text]))),
  CONSTRAINT broken_blocks_pk PRIMARY KEY (chain, no),
  CONSTRAINT broken_blocks_what CHECK ((what = ANY (ARRAY['changed'::text, 'unlinked'::text])))
);
GRANT SELECT ON TABLE public.broken_blocks TO cliffhanger_app;

-- Table public.coin_packages
CREATE TABLE public.coin_packages (
  id uuid NOT NULL,
  sku text NOT NULL,
  coins integer NOT NULL,
  bonus_coins integer DEFAULT 0 NOT NULL,
  price_cents integer NOT NULL,
  currency text NOT NULL,
  rails text[] NOT NULL,
  status text DEFAULT 'active'::text NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT coin_packages_bonus CHECK (((bonus_coins >= 0) AND (bonus_coins <= 1000000))),
  CONSTRAINT coin_packages_coins CHECK (((coins >= 1) AND (coins <= 1000000))),
  CONSTRAINT coin_packages_currency CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT coin_packages_pk PRIMARY KEY (id),
  CONSTRAINT coin_packages_price CHECK (((price_cents >= 0) AND (price_cents <= 100000000))),
  CONSTRAINT coin_packages_rails CHECK (((cardinality(rails) >= 1) AND (cardinality(rails) <= 50))),
  CONSTRAINT coin_packages_sku_unique UNIQUE (sku),
  CONSTRAINT coin_packages_status CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text])))
);
CREATE INDEX coin_packages_by_coins ON public.coin_packages USING btree (coins, id) WHERE (status = 'active'::text);
CREATE INDEX coin_packages_newest ON public.coin_packages USING btree (created_at, id);
CREATE TRIGGER coin_packages_emit AFTER INSERT OR DELETE OR UPDATE ON public.coin_packages FOR EACH STATEMENT EXECUTE FUNCTION public.emit_table_change('store');
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.coin_packages TO cliffhanger_app;

-- Table public.collection_items
CREATE TABLE public.collection_items (
  collection_id uuid NOT NULL,
  series_id uuid NOT NULL,
  sort integer NOT NULL,
  CONSTRAINT collection_items_collection_fk FOREIGN KEY (collection_id) REFERENCES public.collections(id) ON DELETE CASCADE,
  CONSTRAINT collection_items_pk PRIMARY KEY (collection_id, series_id),
  CONSTRAINT collection_items_series_fk FOREIGN KEY (series_id) REFERENCES public.series(id),
  CONSTRAINT collection_items_sort CHECK ((sort >= 0))
);
CREATE INDEX collection_items_series ON public.collection_items USING btree (series_id);
CREATE TRIGGER collection_items_emit AFTER INSERT OR DELETE OR UPDATE ON public.collection_items FOR EACH STATEMENT EXECUTE FUNCTION public.emit_table_change('curation');
GRANT DELETE, INSERT, SELECT ON TABLE public.collection_items TO cliffhanger_app;

-- Table public.collections
CREATE TABLE public.collections (
  id uuid NOT NULL,
  slug text NOT NULL,
  title_i18n jsonb NOT NULL,
  explanation text NOT NULL,
  type text NOT NULL,
  rule jsonb,
  revision integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT collections_explanation CHECK (((length(btrim(explanation)) >= 3) AND (length(btrim(explanation)) <= 300))),
  CONSTRAINT collections_pk PRIMARY KEY (id),
  CONSTRAINT collections_rule CHECK (((type = 'rule'::text) = (rule IS NOT NULL))),
  CONSTRAINT collections_slug CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)),
  CONSTRAINT collections_slug_unique UNIQUE (slug),
  CONSTRAINT collections_title CHECK ((jsonb_typeof((title_i18n -> 'en'::text)) = 'string'::text)),
  CONSTRAINT collections_type CHECK ((type = ANY (ARRAY['manual'::text, 'rule'::text])))
);
CREATE INDEX collections_newest ON public.collections USING btree (created_at, id);
CREATE TRIGGER collections_emit AFTER INSERT OR DELETE OR UPDATE ON public.collections FOR EACH STATEMENT EXECUTE FUNCTION public.emit_table_change('curation');
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.collections TO cliffhanger_app;

-- Table public.comment_changes
CREATE TABLE public.comment_changes (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  episode_id uuid,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT comment_changes_pk PRIMARY KEY (id)
);
GRANT DELETE, SELECT ON TABLE public.comment_changes TO cliffhanger_app;
GRANT INSERT (episode_id) ON TABLE public.comment_changes TO cliffhanger_app;

-- Table public.comment_reports
CREATE TABLE public.comment_reports (
  id uuid NOT NULL,
  comment_id uuid NOT NULL,
  user_id uuid NOT NULL,
  reason text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  resolved_at timestamp(3) with time zone,
  resolved_by uuid,
  outcome text,
  status text GENERATED ALWAYS AS (
CASE
    WHEN (resolved_at IS NULL) THEN 'open'::text
    ELSE 'resolved'::text
END) STORED NOT NULL,
  CONSTRAINT comment_reports_comment_fk FOREIGN KEY (comment_id) REFERENCES public.comments(id),
  CONSTRAINT comment_reports_once UNIQUE (comment_id, user_id),
  CONSTRAINT comment_reports_outcome CHECK ((outcome = ANY (ARRAY['kept'::text, 'hidden'::text, 'deleted'::text]))),
  CONSTRAINT comment_reports_pk PRIMARY KEY (id),
  CONSTRAINT comment_reports_reason CHECK (((length(reason) >= 1) AND (length(reason) <= 1000))),
  CONSTRAINT comment_reports_resolved CHECK ((((resolved_at IS NULL) = (resolved_by IS NULL)) AND ((resolved_at IS NULL) = (outcome IS NULL)))),
  CONSTRAINT comment_reports_resolved_by_fk FOREIGN KEY (resolved_by) REFERENCES public.admins(id),
  CONSTRAINT comment_reports_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE INDEX comment_reports_newest ON public.comment_reports USING btree (created_at, id);
CREATE INDEX comment_reports_open ON public.comment_reports USING btree (created_at, id) WHERE (resolved_at IS NULL);
CREATE INDEX comment_reports_resolved_by ON public.comment_reports USING btree (resolved_by) WHERE (resolved_by IS NOT NULL);
CREATE INDEX comment_reports_user ON public.comment_reports USING btree (user_id, created_at, id);
GRANT INSERT, SELECT ON TABLE public.comment_reports TO cliffhanger_app;
GRANT UPDATE (reason, resolved_at, resolved_by, outcome) ON TABLE public.comment_reports TO cliffhanger_app;

-- Table public.comments
CREATE TABLE public.comments (
  id uuid NOT NULL,
  episode_id uuid NOT NULL,
  user_id uuid NOT NULL,
  body text NOT NULL,
  status text DEFAULT 'visible'::text NOT NULL,
  open_reports integer DEFAULT 0 NOT NULL,
  reported_at timestamp(3) with time zone,
  revision integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT comments_body CHECK (((length(body) >= 1) AND (length(body) <= 4000))),
  CONSTRAINT comments_episode_fk FOREIGN KEY (episode_id) REFERENCES public.episodes(id),
  CONSTRAINT comments_open_reports CHECK ((open_reports >= 0)),
  CONSTRAINT comments_pk PRIMARY KEY (id),
  CONSTRAINT comments_reported CHECK (((open_reports > 0) = (reported_at IS NOT NULL))),
  CONSTRAINT comments_status CHECK ((status = ANY (ARRAY['visible'::text, 'hidden'::text, 'deleted'::text]))),
  CONSTRAINT comments_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE INDEX comments_episode ON public.comments USING btree (episode_id, status, created_at, id);
CREATE INDEX comments_newest ON public.comments USING btree (created_at, id);
CREATE INDEX comments_not_visible ON public.comments USING btree (status, created_at, id) WHERE (status <> 'visible'::text);
CREATE INDEX comments_search ON public.comments USING gin (body public.gin_trgm_ops);
CREATE INDEX comments_user ON public.comments USING btree (user_id, created_at, id);
CREATE INDEX comments_waiting ON public.comments USING btree (created_at, id) WHERE (open_reports > 0);
CREATE TRIGGER comments_emit AFTER UPDATE ON public.comments REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION public.emit_comment_changes();
GRANT INSERT, SELECT ON TABLE public.comments TO cliffhanger_app;
GRANT UPDATE (body, status, open_reports, reported_at, revision, updated_at) ON TABLE public.comments TO cliffhanger_app;

-- Table public.curated_orders
CREATE TABLE public.curated_orders (
  name text NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  CONSTRAINT curated_orders_name CHECK ((name = ANY (ARRAY['for_you'::text, 'discover'::text, 'preview_reel'::text]))),
  CONSTRAINT curated_orders_pk PRIMARY KEY (name)
);
GRANT SELECT, UPDATE ON TABLE public.curated_orders TO cliffhanger_app;

-- Table public.economy_days
CREATE TABLE public.economy_days (
  market text NOT NULL,
  day date NOT NULL,
  account text NOT NULL,
  amount bigint NOT NULL,
  CONSTRAINT economy_days_pk PRIMARY KEY (market, day, account)
) WITH (fillfactor=80);
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.economy_days TO cliffhanger_app;

-- Table public.economy_progress
CREATE TABLE public.economy_progress (
  only_row boolean DEFAULT true NOT NULL,
  up_to_id bigint DEFAULT 0 NOT NULL,
  CONSTRAINT economy_progress_only_row CHECK (only_row),
  CONSTRAINT economy_progress_pk PRIMARY KEY (only_row)
);
GRANT SELECT, UPDATE ON TABLE public.economy_progress TO cliffhanger_app;

-- Table public.episode_days
CREATE TABLE public.episode_days (
  market text NOT NULL,
  series_id uuid NOT NULL,
  day date NOT NULL,
  episode_id uuid NOT NULL,
  starts integer NOT NULL,
  completes integer NOT NULL,
  watch_seconds bigint NOT NULL,
  paywall_hits integer NOT NULL,
  unlocks integer NOT NULL,
  coins bigint NOT NULL,
  CONSTRAINT episode_days_pk PRIMARY KEY (day, market, series_id, episode_id)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.episode_days TO cliffhanger_app;

-- Table public.episodes
CREATE TABLE public.episodes (
  id uuid NOT NULL,
  series_id uuid NOT NULL,
  episode_number integer NOT NULL,
  title text NOT NULL,
  synopsis text DEFAULT ''::text NOT NULL,
  title_i18n jsonb DEFAULT '{}'::jsonb NOT NULL,
  synopsis_i18n jsonb DEFAULT '{}'::jsonb NOT NULL,
  cliffhanger_score integer DEFAULT 0 NOT NULL,
  media_asset_id uuid,
  thumb_asset_id uuid,
  status text DEFAULT 'draft'::text NOT NULL,
  published_at timestamp(3) with time zone,
  revision integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  deleted_at timestamp(3) with time zone,
  CONSTRAINT episodes_cliffhanger_score CHECK (((cliffhanger_score >= 0) AND (cliffhanger_score <= 100))),
  CONSTRAINT episodes_media_fk FOREIGN KEY (media_asset_id) REFERENCES public.media_assets(id),
  CONSTRAINT episodes_number CHECK ((episode_number >= 1)),
  CONSTRAINT episodes_pk PRIMARY KEY (id),
  CONSTRAINT episodes_published_at CHECK (((status <> 'published'::text) OR (published_at IS NOT NULL))),
  CONSTRAINT episodes_series_fk FOREIGN KEY (series_id) REFERENCES public.series(id),
  CONSTRAINT episodes_status CHECK ((status = ANY (ARRAY['draft'::text, 'in_review'::text, 'scheduled'::text, 'published'::text, 'archived'::text]))),
  CONSTRAINT episodes_thumb_fk FOREIGN KEY (thumb_asset_id) REFERENCES public.media_assets(id)
);
CREATE INDEX episodes_media ON public.episodes USING btree (media_asset_id) WHERE (media_asset_id IS NOT NULL);
CREATE UNIQUE INDEX episodes_number_unique ON public.episodes USING btree (series_id, episode_number) WHERE (deleted_at IS NULL);
CREATE INDEX episodes_status ON public.episodes USING btree (series_id, status) WHERE (deleted_at IS NULL);
CREATE INDEX episodes_thumb ON public.episodes USING btree (thumb_asset_id) WHERE (thumb_asset_id IS NOT NULL);
CREATE TRIGGER episodes_insert_emit AFTER INSERT ON public.episodes FOR EACH ROW WHEN ((new.status = 'published'::text)) EXECUTE FUNCTION public.emit_episode_change();
CREATE TRIGGER episodes_note_inserted AFTER INSERT ON public.episodes FOR EACH ROW EXECUTE FUNCTION public.note_series_of_episode();
CREATE TRIGGER episodes_note_updated AFTER UPDATE OF status, media_asset_id, deleted_at ON public.episodes FOR EACH ROW WHEN ((((old.status IS DISTINCT FROM new.status) OR (old.media_asset_id IS DISTINCT FROM new.media_asset_id)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION public.note_series_of_episode();
CREATE TRIGGER episodes_update_emit AFTER UPDATE ON public.episodes FOR EACH ROW WHEN (((old.status = 'published'::text) OR (new.status = 'published'::text))) EXECUTE FUNCTION public.emit_episode_change();
GRANT INSERT, SELECT, UPDATE ON TABLE public.episodes TO cliffhanger_app;

-- Table public.exchange_rates
CREATE TABLE public.exchange_rates (
  id uuid NOT NULL,
  currency text NOT NULL,
  day date NOT NULL,
  usd_per_unit numeric NOT NULL,
  source text NOT NULL,
  set_by uuid NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT exchange_rates_currency CHECK (((currency ~ '^[A-Z]{3}$'::text) AND (currency <> 'USD'::text))),
  CONSTRAINT exchange_rates_pk PRIMARY KEY (id),
  CONSTRAINT exchange_rates_set_by_fk FOREIGN KEY (set_by) REFERENCES public.admins(id),
  CONSTRAINT exchange_rates_source CHECK ((source = ANY (ARRAY['hand'::text, 'csv'::text]))),
  CONSTRAINT exchange_rates_value CHECK (((usd_per_unit > (0)::numeric) AND (usd_per_unit < (10000000)::numeric)))
);
CREATE INDEX exchange_rates_newest ON public.exchange_rates USING btree (currency, day, id);
CREATE INDEX exchange_rates_set_by ON public.exchange_rates USING btree (set_by);
GRANT INSERT, SELECT ON TABLE public.exchange_rates TO cliffhanger_app;

-- Table public.feed_changes
CREATE TABLE public.feed_changes (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT feed_changes_pk PRIMARY KEY (id)
);
GRANT DELETE, SELECT ON TABLE public.feed_changes TO cliffhanger_app;

-- Table public.flag_edition
CREATE TABLE public.flag_edition (
  id integer DEFAULT 1 NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  CONSTRAINT flag_edition_one CHECK ((id = 1)),
  CONSTRAINT flag_edition_pk PRIMARY KEY (id)
);
GRANT SELECT, UPDATE ON TABLE public.flag_edition TO cliffhanger_app;

-- Table public.flags
CREATE TABLE public.flags (
  key text NOT NULL,
  enabled boolean NOT NULL,
  percentage integer,
  markets text[],
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT flags_key CHECK ((key ~ '^[a-z][a-z0-9_.-]{0,99}$'::text)),
  CONSTRAINT flags_markets CHECK (((cardinality(markets) >= 1) AND (cardinality(markets) <= 300))),
  CONSTRAINT flags_percentage CHECK (((percentage >= 0) AND (percentage <= 100))),
  CONSTRAINT flags_pk PRIMARY KEY (key),
  CONSTRAINT flags_scope CHECK (((markets IS NULL) OR (percentage IS NOT NULL)))
);
CREATE TRIGGER flags_emit AFTER INSERT OR DELETE OR UPDATE ON public.flags FOR EACH STATEMENT EXECUTE FUNCTION public.emit_table_change('flags');
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.flags TO cliffhanger_app;

-- Table public.free_episode_changes
CREATE TABLE public.free_episode_changes (
  series_id uuid NOT NULL,
  changed_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  free_episodes_before integer NOT NULL,
  CONSTRAINT free_episode_changes_pk PRIMARY KEY (series_id, changed_at),
  CONSTRAINT free_episode_changes_series_fk FOREIGN KEY (series_id) REFERENCES public.series(id)
);
GRANT SELECT ON TABLE public.free_episode_changes TO cliffhanger_app;

-- Table public.free_series_entries
CREATE TABLE public.free_series_entries (
  id uuid NOT NULL,
  day date NOT NULL,
  market_code text,
  series_id uuid NOT NULL,
  notes text,
  revision integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT free_series_entries_market CHECK ((market_code ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT free_series_entries_notes CHECK ((length(notes) <= 500)),
  CONSTRAINT free_series_entries_one_a_day UNIQUE NULLS NOT DISTINCT (day, market_code),
  CONSTRAINT free_series_entries_pk PRIMARY KEY (id),
  CONSTRAINT free_series_entries_series_fk FOREIGN KEY (series_id) REFERENCES public.series(id)
);
CREATE INDEX free_series_entries_series ON public.free_series_entries USING btree (series_id, day);
CREATE TRIGGER free_series_entries_emit AFTER INSERT OR DELETE OR UPDATE ON public.free_series_entries FOR EACH STATEMENT EXECUTE FUNCTION public.emit_table_change('rotation');
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.free_series_entries TO cliffhanger_app;

-- Table public.growth_days
CREATE TABLE public.growth_days (
  market text NOT NULL,
  day date NOT NULL,
  installs integer NOT NULL,
  registrations integer NOT NULL,
  CONSTRAINT growth_days_pk PRIMARY KEY (market, day)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.growth_days TO cliffhanger_app;

-- Table public.guest_registrations
CREATE TABLE public.guest_registrations (
  user_id uuid NOT NULL,
  day date NOT NULL,
  CONSTRAINT guest_registrations_pk PRIMARY KEY (user_id),
  CONSTRAINT guest_registrations_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE INDEX guest_registrations_day ON public.guest_registrations USING btree (day);
GRANT SELECT ON TABLE public.guest_registrations TO cliffhanger_app;

-- Table public.idempotency_keys
CREATE TABLE public.idempotency_keys (
  caller text NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  status integer NOT NULL,
  headers jsonb NOT NULL,
  body text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT idempotency_keys_headers CHECK ((jsonb_typeof(headers) = 'array'::text)),
  CONSTRAINT idempotency_keys_pk PRIMARY KEY (caller, key)
);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);
CREATE TRIGGER idempotency_keys_fixed BEFORE UPDATE ON public.idempotency_keys FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
GRANT DELETE, INSERT, SELECT ON TABLE public.idempotency_keys TO cliffhanger_app;

-- Table public.installation
CREATE TABLE public.installation (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  is_only boolean DEFAULT true NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT installation_is_only CHECK (is_only),
  CONSTRAINT installation_one UNIQUE (is_only),
  CONSTRAINT installation_pk PRIMARY KEY (id)
);
GRANT SELECT ON TABLE public.installation TO cliffhanger_app;

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
  step text,
  step_done bigint,
  step_total bigint,
  step_started_at timestamp(3) with time zone,
  started_by uuid,
  started_by_email text,
  CONSTRAINT job_runs_finished CHECK (((outcome = 'running'::text) = (finished_at IS NULL))),
  CONSTRAINT job_runs_job_fk FOREIGN KEY (job) REFERENCES public.jobs(name),
  CONSTRAINT job_runs_outcome CHECK ((outcome = ANY (ARRAY['running'::text, 'succeeded'::text, 'failed'::text, 'abandoned'::text]))),
  CONSTRAINT job_runs_pk PRIMARY KEY (id),
  CONSTRAINT job_runs_progress CHECK (((step_done >= 0) AND (step_total >= 0))),
  CONSTRAINT job_runs_slot_unique UNIQUE (job, slot, attempt),
  CONSTRAINT job_runs_started_by CHECK ((((started_by IS NULL) = (started_by_email IS NULL)) AND ((started_by IS NULL) OR (slot IS NULL)))),
  CONSTRAINT job_runs_started_by_fk FOREIGN KEY (started_by) REFERENCES public.admins(id)
);
CREATE INDEX job_runs_age ON public.job_runs USING btree (started_at);
CREATE INDEX job_runs_newest ON public.job_runs USING btree (job, started_at DESC, id);
CREATE UNIQUE INDEX job_runs_one_running ON public.job_runs USING btree (job) WHERE (outcome = 'running'::text);
CREATE INDEX job_runs_started_by ON public.job_runs USING btree (started_by);
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.job_runs TO cliffhanger_app;

-- Table public.jobs
CREATE TABLE public.jobs (
  name text NOT NULL,
  enabled boolean DEFAULT true NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT jobs_pk PRIMARY KEY (name)
);
GRANT INSERT, SELECT, UPDATE ON TABLE public.jobs TO cliffhanger_app;

-- Table public.measured_figures
CREATE TABLE public.measured_figures (
  name text NOT NULL,
  value jsonb NOT NULL,
  measured_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT measured_figures_pk PRIMARY KEY (name)
);
GRANT INSERT, SELECT, UPDATE ON TABLE public.measured_figures TO cliffhanger_app;

-- Table public.media_assets
CREATE TABLE public.media_assets (
  id uuid NOT NULL,
  kind text NOT NULL,
  series_id uuid,
  episode_id uuid,
  provider text NOT NULL,
  provider_id text,
  upload_ref text,
  playback_id text,
  status text NOT NULL,
  duration_s integer,
  width integer,
  height integer,
  lang text,
  thumbnails jsonb DEFAULT '[]'::jsonb NOT NULL,
  error text,
  size_bytes bigint NOT NULL,
  source_file_name text DEFAULT ''::text NOT NULL,
  attempts integer DEFAULT 1 NOT NULL,
  checked_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  deleted_at timestamp(3) with time zone,
  failed_checks integer DEFAULT 0 NOT NULL,
  check_after timestamp(3) with time zone,
  CONSTRAINT media_assets_caption CHECK (((kind = 'caption'::text) = (lang IS NOT NULL))),
  CONSTRAINT media_assets_caption_episode CHECK (((kind <> 'caption'::text) OR (episode_id IS NOT NULL))),
  CONSTRAINT media_assets_duration CHECK ((duration_s >= 0)),
  CONSTRAINT media_assets_episode_fk FOREIGN KEY (episode_id) REFERENCES public.episodes(id),
  CONSTRAINT media_assets_failed_checks CHECK ((failed_checks >= 0)),
  CONSTRAINT media_assets_height CHECK ((height > 0)),
  CONSTRAINT media_assets_kind CHECK ((kind = ANY (ARRAY['video'::text, 'caption'::text, 'thumb'::text, 'poster'::text, 'hero'::text]))),
  CONSTRAINT media_assets_lang CHECK ((lang = ANY (ARRAY['en'::text, 'ar'::text, 'id'::text]))),
  CONSTRAINT media_assets_pk PRIMARY KEY (id),
  CONSTRAINT media_assets_provider CHECK ((provider = ANY (ARRAY['video_provider'::text, 'storage'::text]))),
  CONSTRAINT media_assets_series_fk FOREIGN KEY (series_id) REFERENCES public.series(id),
  CONSTRAINT media_assets_size CHECK ((size_bytes >= 0)),
  CONSTRAINT media_assets_status CHECK ((status = ANY (ARRAY['uploading'::text, 'processing'::text, 'ready'::text, 'failed'::text]))),
  CONSTRAINT media_assets_video CHECK (((kind = 'video'::text) = (provider = 'video_provider'::text))),
  CONSTRAINT media_assets_width CHECK ((width > 0))
);
CREATE INDEX media_assets_episode ON public.media_assets USING btree (episode_id, created_at, id) WHERE (episode_id IS NOT NULL);
CREATE INDEX media_assets_kind_newest ON public.media_assets USING btree (kind, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX media_assets_newest ON public.media_assets USING btree (created_at, id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX media_assets_one_caption ON public.media_assets USING btree (episode_id, lang) WHERE ((kind = 'caption'::text) AND (deleted_at IS NULL));
CREATE INDEX media_assets_playback ON public.media_assets USING btree (playback_id) WHERE (playback_id IS NOT NULL);
CREATE UNIQUE INDEX media_assets_provider_unique ON public.media_assets USING btree (provider, provider_id) WHERE (provider_id IS NOT NULL);
CREATE INDEX media_assets_series ON public.media_assets USING btree (series_id, created_at, id) WHERE (series_id IS NOT NULL);
CREATE INDEX media_assets_status_newest ON public.media_assets USING btree (status, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX media_assets_under_way ON public.media_assets USING btree (checked_at NULLS FIRST, updated_at) WHERE ((status = ANY (ARRAY['uploading'::text, 'processing'::text])) AND (deleted_at IS NULL));
CREATE TRIGGER media_assets_emit AFTER UPDATE ON public.media_assets FOR EACH ROW WHEN (((((old.status IS DISTINCT FROM new.status) OR (old.playback_id IS DISTINCT FROM new.playback_id)) OR (old.duration_s IS DISTINCT FROM new.duration_s)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION public.emit_media_change();
CREATE TRIGGER media_assets_forward BEFORE UPDATE ON public.media_assets FOR EACH ROW WHEN ((((old.status = 'ready'::text) AND (new.status <> 'ready'::text)) OR ((old.status = 'processing'::text) AND (new.status = 'uploading'::text)) OR ((old.status = 'failed'::text) AND (new.status <> ALL (ARRAY['failed'::text, 'processing'::text]))) OR ((old.playback_id IS NOT NULL) AND (new.playback_id IS DISTINCT FROM old.playback_id)))) EXECUTE FUNCTION public.keep_media_forward();
CREATE TRIGGER media_assets_kept BEFORE DELETE ON public.media_assets FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER media_assets_no_truncate BEFORE TRUNCATE ON public.media_assets FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER media_assets_note_inserted AFTER INSERT ON public.media_assets FOR EACH ROW EXECUTE FUNCTION public.note_series_of_file();
CREATE TRIGGER media_assets_note_updated AFTER UPDATE OF status, deleted_at ON public.media_assets FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION public.note_series_of_file();
GRANT INSERT, SELECT, UPDATE ON TABLE public.media_assets TO cliffhanger_app;

-- Table public.media_pending_files
CREATE TABLE public.media_pending_files (
  name text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT media_pending_files_pk PRIMARY KEY (name)
);
CREATE INDEX media_pending_files_oldest ON public.media_pending_files USING btree (created_at, name);
GRANT DELETE, INSERT, SELECT ON TABLE public.media_pending_files TO cliffhanger_app;

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

-- Table public.payer_days
CREATE TABLE public.payer_days (
  day date NOT NULL,
  rail text NOT NULL,
  country text NOT NULL,
  kind text NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT payer_days_pk PRIMARY KEY (day, rail, country, kind, user_id)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.payer_days TO cliffhanger_app;

-- Table public.payment_questions
CREATE TABLE public.payment_questions (
  user_id uuid NOT NULL,
  purchase_id uuid NOT NULL,
  asked_at timestamp(3) with time zone NOT NULL,
  is_queued boolean NOT NULL,
  answered_at timestamp(3) with time zone,
  coins_bought integer,
  coins_spent integer,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT payment_questions_answer CHECK ((num_nonnulls(answered_at, coins_bought, coins_spent) = ANY (ARRAY[0, 3]))),
  CONSTRAINT payment_questions_coins CHECK (((coins_spent >= 0) AND (coins_spent <= coins_bought))),
  CONSTRAINT payment_questions_pk PRIMARY KEY (user_id, purchase_id, asked_at),
  CONSTRAINT payment_questions_purchase_fk FOREIGN KEY (user_id, purchase_id) REFERENCES public.transactions(user_id, id)
);
GRANT INSERT, SELECT ON TABLE public.payment_questions TO cliffhanger_app;
GRANT UPDATE (is_queued, answered_at, coins_bought, coins_spent) ON TABLE public.payment_questions TO cliffhanger_app;

-- Table public.price_overrides
CREATE TABLE public.price_overrides (
  id uuid NOT NULL,
  scope text NOT NULL,
  market text,
  series_id uuid,
  episode_id uuid,
  coins integer NOT NULL,
  currency_hint text,
  active_from timestamp(3) with time zone NOT NULL,
  active_to timestamp(3) with time zone,
  active boolean DEFAULT true NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  deleted_at timestamp(3) with time zone,
  CONSTRAINT price_overrides_coins CHECK (((coins >= 0) AND (coins <= 100000))),
  CONSTRAINT price_overrides_currency CHECK ((currency_hint ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT price_overrides_episode_fk FOREIGN KEY (episode_id) REFERENCES public.episodes(id),
  CONSTRAINT price_overrides_market CHECK ((market ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT price_overrides_one_target CHECK (((num_nonnulls(market, series_id, episode_id) = 1) AND
CASE scope
    WHEN 'market'::text THEN (market IS NOT NULL)
    WHEN 'series'::text THEN (series_id IS NOT NULL)
    ELSE (episode_id IS NOT NULL)
END)),
  CONSTRAINT price_overrides_pk PRIMARY KEY (id),
  CONSTRAINT price_overrides_scope CHECK ((scope = ANY (ARRAY['market'::text, 'series'::text, 'episode'::text]))),
  CONSTRAINT price_overrides_series_fk FOREIGN KEY (series_id) REFERENCES public.series(id),
  CONSTRAINT price_overrides_window CHECK ((active_from < active_to))
);
CREATE INDEX price_overrides_by_market ON public.price_overrides USING btree (market) WHERE ((market IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX price_overrides_episode ON public.price_overrides USING btree (episode_id) WHERE (episode_id IS NOT NULL);
CREATE INDEX price_overrides_newest ON public.price_overrides USING btree (created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX price_overrides_planned ON public.price_overrides USING btree (active_from) WHERE ((deleted_at IS NULL) AND active);
CREATE INDEX price_overrides_series ON public.price_overrides USING btree (series_id) WHERE (series_id IS NOT NULL);
CREATE TRIGGER price_overrides_emit AFTER INSERT OR DELETE OR UPDATE ON public.price_overrides FOR EACH STATEMENT EXECUTE FUNCTION public.emit_table_change('prices');
GRANT INSERT, SELECT, UPDATE ON TABLE public.price_overrides TO cliffhanger_app;

-- Table public.pricing_config
CREATE TABLE public.pricing_config (
  id boolean DEFAULT true NOT NULL,
  default_coins_per_episode integer,
  revision integer DEFAULT 1 NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT pricing_config_default CHECK (((default_coins_per_episode >= 0) AND (default_coins_per_episode <= 100000))),
  CONSTRAINT pricing_config_one CHECK (id),
  CONSTRAINT pricing_config_pk PRIMARY KEY (id)
);
CREATE TRIGGER pricing_config_emit AFTER INSERT OR DELETE OR UPDATE ON public.pricing_config FOR EACH STATEMENT EXECUTE FUNCTION public.emit_table_change('prices');
GRANT SELECT, UPDATE ON TABLE public.pricing_config TO cliffhanger_app;

-- Table public.promo_days
CREATE TABLE public.promo_days (
  promo_id uuid NOT NULL,
  day date NOT NULL,
  redemptions integer NOT NULL,
  coins bigint NOT NULL,
  CONSTRAINT promo_days_coins CHECK ((coins >= 0)),
  CONSTRAINT promo_days_pk PRIMARY KEY (promo_id, day),
  CONSTRAINT promo_days_promo_fk FOREIGN KEY (promo_id) REFERENCES public.promos(id),
  CONSTRAINT promo_days_redemptions CHECK ((redemptions >= 0))
);
GRANT INSERT, SELECT, UPDATE ON TABLE public.promo_days TO cliffhanger_app;

-- Table public.promo_redemptions
CREATE TABLE public.promo_redemptions (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  promo_id uuid NOT NULL,
  coins_granted integer DEFAULT 0 NOT NULL,
  event_id uuid,
  used_at timestamp(3) with time zone,
  transaction_id uuid,
  subscription_id uuid,
  trial_end timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  config jsonb,
  CONSTRAINT promo_redemptions_coins CHECK ((coins_granted >= 0)),
  CONSTRAINT promo_redemptions_config CHECK ((jsonb_typeof(config) = 'object'::text)),
  CONSTRAINT promo_redemptions_pk PRIMARY KEY (user_id, id),
  CONSTRAINT promo_redemptions_promo_fk FOREIGN KEY (promo_id) REFERENCES public.promos(id),
  CONSTRAINT promo_redemptions_subscription_fk FOREIGN KEY (user_id, subscription_id) REFERENCES public.subscriptions(user_id, id),
  CONSTRAINT promo_redemptions_transaction_fk FOREIGN KEY (user_id, transaction_id) REFERENCES public.transactions(user_id, id),
  CONSTRAINT promo_redemptions_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE INDEX promo_redemptions_newest ON public.promo_redemptions USING btree (promo_id, created_at, id);
CREATE INDEX promo_redemptions_of_user ON public.promo_redemptions USING btree (user_id, promo_id);
CREATE INDEX promo_redemptions_subscription ON public.promo_redemptions USING btree (user_id, subscription_id) WHERE (subscription_id IS NOT NULL);
CREATE INDEX promo_redemptions_transaction ON public.promo_redemptions USING btree (user_id, transaction_id) WHERE (transaction_id IS NOT NULL);
CREATE INDEX promo_redemptions_waiting ON public.promo_redemptions USING btree (user_id, created_at) WHERE (used_at IS NULL);
GRANT INSERT, SELECT, UPDATE ON TABLE public.promo_redemptions TO cliffhanger_app;

-- Table public.promos
CREATE TABLE public.promos (
  id uuid NOT NULL,
  code text NOT NULL,
  type text NOT NULL,
  config jsonb NOT NULL,
  budget_coins bigint NOT NULL,
  spent_coins bigint DEFAULT 0 NOT NULL,
  starts_at timestamp(3) with time zone NOT NULL,
  ends_at timestamp(3) with time zone NOT NULL,
  segment_id uuid,
  revision integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  deleted_at timestamp(3) with time zone,
  CONSTRAINT promos_budget CHECK (((spent_coins >= 0) AND (spent_coins <= budget_coins))),
  CONSTRAINT promos_budget_coins CHECK (((budget_coins >= 0) AND (budget_coins <= 1000000000))),
  CONSTRAINT promos_code CHECK ((code ~ '^[A-Z0-9_-]{1,40}$'::text)),
  CONSTRAINT promos_code_unique UNIQUE (code),
  CONSTRAINT promos_config CHECK ((jsonb_typeof(config) = 'object'::text)),
  CONSTRAINT promos_pk PRIMARY KEY (id),
  CONSTRAINT promos_segment_fk FOREIGN KEY (segment_id) REFERENCES public.segments(id),
  CONSTRAINT promos_type CHECK ((type = ANY (ARRAY['bonus_multiplier'::text, 'coin_grant'::text, 'trial_ext'::text]))),
  CONSTRAINT promos_window CHECK ((starts_at < ends_at))
);
CREATE INDEX promos_newest ON public.promos USING btree (created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX promos_segment ON public.promos USING btree (segment_id) WHERE (segment_id IS NOT NULL);
GRANT INSERT, SELECT, UPDATE ON TABLE public.promos TO cliffhanger_app;

-- Table public.provider_lists
CREATE TABLE public.provider_lists (
  rail text NOT NULL,
  read_until timestamp(3) with time zone NOT NULL,
  CONSTRAINT provider_lists_pk PRIMARY KEY (rail)
);
GRANT INSERT, SELECT ON TABLE public.provider_lists TO cliffhanger_app;
GRANT UPDATE (read_until) ON TABLE public.provider_lists TO cliffhanger_app;

-- Table public.provider_refunds
CREATE TABLE public.provider_refunds (
  user_id uuid NOT NULL,
  platform text NOT NULL,
  transaction_id text NOT NULL,
  occurred_at timestamp(3) with time zone NOT NULL,
  product_id text NOT NULL,
  amount_cents bigint NOT NULL,
  currency text NOT NULL,
  reason text NOT NULL,
  applied_at timestamp(3) with time zone,
  refunded_cents bigint DEFAULT 0 NOT NULL,
  coins_taken integer DEFAULT 0 NOT NULL,
  underpaid_cents bigint DEFAULT 0 NOT NULL,
  event_id uuid,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  purchase_id uuid,
  confirmed_cents bigint DEFAULT 0 NOT NULL,
  webhook_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  percentage numeric(6,3),
  reversed_at timestamp(3) with time zone,
  coins_due integer,
  bonus_due integer,
  promo_due integer,
  paid_taken integer,
  bonus_taken integer,
  dispute_id text,
  CONSTRAINT provider_refunds_amount CHECK ((amount_cents >= 0)),
  CONSTRAINT provider_refunds_confirmed CHECK (((confirmed_cents >= 0) AND (confirmed_cents <= amount_cents))),
  CONSTRAINT provider_refunds_currency CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT provider_refunds_percentage CHECK (((percentage >= (0)::numeric) AND (percentage <= (100)::numeric))),
  CONSTRAINT provider_refunds_pk PRIMARY KEY (user_id, platform, transaction_id, occurred_at, amount_cents),
  CONSTRAINT provider_refunds_purchase_fk FOREIGN KEY (user_id, purchase_id) REFERENCES public.transactions(user_id, id),
  CONSTRAINT provider_refunds_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE INDEX provider_refunds_newest ON public.provider_refunds USING btree (created_at);
CREATE INDEX provider_refunds_purchase ON public.provider_refunds USING btree (user_id, purchase_id) WHERE (purchase_id IS NOT NULL);
CREATE INDEX provider_refunds_waiting ON public.provider_refunds USING btree (platform, transaction_id) WHERE (applied_at IS NULL);
GRANT INSERT, SELECT, UPDATE ON TABLE public.provider_refunds TO cliffhanger_app;

-- Table public.publish_schedules
CREATE TABLE public.publish_schedules (
  id uuid NOT NULL,
  ref_type text NOT NULL,
  ref_id uuid NOT NULL,
  action text NOT NULL,
  run_at timestamp(3) with time zone NOT NULL,
  status text DEFAULT 'pending'::text NOT NULL,
  last_error text,
  retry_count integer DEFAULT 0 NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  executed_at timestamp(3) with time zone,
  last_error_request_id text,
  reopened_at timestamp(3) with time zone,
  CONSTRAINT publish_schedules_action CHECK ((action = 'publish'::text)),
  CONSTRAINT publish_schedules_created_by_fk FOREIGN KEY (created_by) REFERENCES public.admins(id),
  CONSTRAINT publish_schedules_executed_at CHECK (((status = 'executed'::text) = (executed_at IS NOT NULL))),
  CONSTRAINT publish_schedules_pk PRIMARY KEY (id),
  CONSTRAINT publish_schedules_ref_type CHECK ((ref_type = ANY (ARRAY['series'::text, 'episode'::text]))),
  CONSTRAINT publish_schedules_status CHECK ((status = ANY (ARRAY['pending'::text, 'failed'::text, 'executed'::text, 'cancelled'::text])))
);
CREATE INDEX publish_schedules_created_by ON public.publish_schedules USING btree (created_by);
CREATE INDEX publish_schedules_due ON public.publish_schedules USING btree (run_at, id) WHERE (status = ANY (ARRAY['pending'::text, 'failed'::text]));
CREATE UNIQUE INDEX publish_schedules_one_open ON public.publish_schedules USING btree (ref_id) WHERE (status = ANY (ARRAY['pending'::text, 'failed'::text]));
CREATE INDEX publish_schedules_ref ON public.publish_schedules USING btree (ref_id, run_at, id);
CREATE INDEX publish_schedules_run ON public.publish_schedules USING btree (run_at, id);
CREATE INDEX publish_schedules_status_run ON public.publish_schedules USING btree (status, run_at, id);
CREATE TRIGGER publish_schedules_closed_stay BEFORE UPDATE ON public.publish_schedules FOR EACH ROW WHEN ((old.status = ANY (ARRAY['executed'::text, 'cancelled'::text]))) EXECUTE FUNCTION public.refuse_change();
GRANT INSERT, SELECT, UPDATE ON TABLE public.publish_schedules TO cliffhanger_app;

-- Table public.push_campaigns
CREATE TABLE public.push_campaigns (
  id uuid NOT NULL,
  title_i18n jsonb NOT NULL,
  body_i18n jsonb NOT NULL,
  category text NOT NULL,
  segment_id uuid,
  market text,
  send_at timestamp(3) with time zone,
  status text DEFAULT 'draft'::text NOT NULL,
  audience_users integer,
  audience_devices integer,
  created_by uuid NOT NULL,
  queue_position uuid,
  queued_at timestamp(3) with time zone,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  revision integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  link text,
  picture_asset_id uuid,
  data jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT push_campaigns_admin_fk FOREIGN KEY (created_by) REFERENCES public.admins(id),
  CONSTRAINT push_campaigns_category CHECK ((category = ANY (ARRAY['drops'::text, 'marketing'::text, 'moderation'::text]))),
  CONSTRAINT push_campaigns_data CHECK ((jsonb_typeof(data) = 'object'::text)),
  CONSTRAINT push_campaigns_devices CHECK ((audience_devices >= 0)),
  CONSTRAINT push_campaigns_link CHECK ((link ~ '^/(store|series/[a-z0-9]+(-[a-z0-9]+)*|episodes/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$'::text)),
  CONSTRAINT push_campaigns_market CHECK ((market ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT push_campaigns_picture_fk FOREIGN KEY (picture_asset_id) REFERENCES public.media_assets(id),
  CONSTRAINT push_campaigns_pk PRIMARY KEY (id),
  CONSTRAINT push_campaigns_segment_fk FOREIGN KEY (segment_id) REFERENCES public.segments(id),
  CONSTRAINT push_campaigns_started CHECK (((status <> 'sending'::text) OR (started_at IS NOT NULL))),
  CONSTRAINT push_campaigns_status CHECK ((status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'sending'::text, 'sent'::text, 'cancelled'::text]))),
  CONSTRAINT push_campaigns_users CHECK ((audience_users >= 0))
);
CREATE INDEX push_campaigns_admin ON public.push_campaigns USING btree (created_by);
CREATE INDEX push_campaigns_newest ON public.push_campaigns USING btree (created_at, id);
CREATE INDEX push_campaigns_open ON public.push_campaigns USING btree (status, send_at) WHERE (status = ANY (ARRAY['scheduled'::text, 'sending'::text]));
CREATE INDEX push_campaigns_picture ON public.push_campaigns USING btree (picture_asset_id);
CREATE INDEX push_campaigns_segment ON public.push_campaigns USING btree (segment_id);
GRANT INSERT, SELECT, UPDATE ON TABLE public.push_campaigns TO cliffhanger_app;

-- Table public.push_counts
CREATE TABLE public.push_counts (
  campaign_id uuid NOT NULL,
  outcome text NOT NULL,
  messages integer NOT NULL,
  CONSTRAINT push_counts_campaign_fk FOREIGN KEY (campaign_id) REFERENCES public.push_campaigns(id),
  CONSTRAINT push_counts_messages CHECK ((messages >= 0)),
  CONSTRAINT push_counts_pk PRIMARY KEY (campaign_id, outcome)
);
GRANT INSERT, SELECT, UPDATE ON TABLE public.push_counts TO cliffhanger_app;

-- Table public.push_messages
CREATE TABLE public.push_messages (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  campaign_id uuid NOT NULL,
  user_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  is_test boolean DEFAULT false NOT NULL,
  status text DEFAULT 'waiting'::text NOT NULL,
  outcome text,
  response_status integer,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  market text,
  language text,
  CONSTRAINT push_messages_done CHECK (((status = 'done'::text) = (outcome IS NOT NULL))),
  CONSTRAINT push_messages_outcome CHECK ((outcome = ANY (ARRAY['delivered'::text, 'logged'::text, 'gone'::text, 'rejected'::text, 'unreachable'::text, 'expired'::text, 'preference'::text, 'inactive_user'::text, 'capped'::text, 'no_device'::text, 'cancelled'::text]))),
  CONSTRAINT push_messages_pk PRIMARY KEY (id),
  CONSTRAINT push_messages_status CHECK ((status = ANY (ARRAY['waiting'::text, 'sending'::text, 'done'::text])))
);
CREATE UNIQUE INDEX push_messages_device ON public.push_messages USING btree (campaign_id, subscription_id) WHERE (NOT is_test);
CREATE INDEX push_messages_due ON public.push_messages USING btree (campaign_id, next_attempt_at) WHERE (status <> 'done'::text);
CREATE INDEX push_messages_newest ON public.push_messages USING btree (campaign_id, created_at, id);
CREATE INDEX push_messages_tests ON public.push_messages USING btree (next_attempt_at) WHERE (is_test AND (status <> 'done'::text));
CREATE INDEX push_messages_user ON public.push_messages USING btree (user_id, created_at, id);
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.push_messages TO cliffhanger_app;

-- Table public.push_opens
CREATE TABLE public.push_opens (
  campaign_id uuid NOT NULL,
  user_id uuid NOT NULL,
  market text,
  language text,
  opened_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT push_opens_campaign_fk FOREIGN KEY (campaign_id) REFERENCES public.push_campaigns(id),
  CONSTRAINT push_opens_pk PRIMARY KEY (campaign_id, user_id),
  CONSTRAINT push_opens_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE INDEX push_opens_day ON public.push_opens USING btree (opened_at);
CREATE INDEX push_opens_user ON public.push_opens USING btree (user_id);
GRANT DELETE, INSERT, SELECT ON TABLE public.push_opens TO cliffhanger_app;

-- Table public.push_results
CREATE TABLE public.push_results (
  campaign_id uuid NOT NULL,
  market text NOT NULL,
  language text NOT NULL,
  delivered integer NOT NULL,
  CONSTRAINT push_results_campaign_fk FOREIGN KEY (campaign_id) REFERENCES public.push_campaigns(id),
  CONSTRAINT push_results_delivered CHECK ((delivered >= 0)),
  CONSTRAINT push_results_pk PRIMARY KEY (campaign_id, market, language)
);
GRANT INSERT, SELECT ON TABLE public.push_results TO cliffhanger_app;

-- Table public.push_settings
CREATE TABLE public.push_settings (
  id integer DEFAULT 1 NOT NULL,
  enabled boolean DEFAULT true NOT NULL,
  daily_cap integer DEFAULT 3 NOT NULL,
  quiet_hours jsonb DEFAULT '{"to": 8, "from": 22, "markets": {}}'::jsonb NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT push_settings_cap CHECK (((daily_cap >= 1) AND (daily_cap <= 100))),
  CONSTRAINT push_settings_one CHECK ((id = 1)),
  CONSTRAINT push_settings_pk PRIMARY KEY (id)
);
GRANT SELECT, UPDATE ON TABLE public.push_settings TO cliffhanger_app;

-- Table public.push_subscriptions
CREATE TABLE public.push_subscriptions (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  endpoint text NOT NULL,
  p256dh text,
  auth text,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  kind text DEFAULT 'web'::text NOT NULL,
  CONSTRAINT push_subscriptions_auth CHECK ((auth ~ '^[A-Za-z0-9_-]{22}$'::text)),
  CONSTRAINT push_subscriptions_endpoint CHECK (((length(endpoint) >= 10) AND (length(endpoint) <= 1000))),
  CONSTRAINT push_subscriptions_endpoint_unique UNIQUE (endpoint),
  CONSTRAINT push_subscriptions_keys CHECK ((((kind = 'web'::text) = (p256dh IS NOT NULL)) AND ((kind = 'web'::text) = (auth IS NOT NULL)))),
  CONSTRAINT push_subscriptions_kind CHECK ((kind = ANY (ARRAY['web'::text, 'fcm'::text, 'apns'::text]))),
  CONSTRAINT push_subscriptions_p256dh CHECK ((p256dh ~ '^[A-Za-z0-9_-]{87}$'::text)),
  CONSTRAINT push_subscriptions_pk PRIMARY KEY (id),
  CONSTRAINT push_subscriptions_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE INDEX push_subscriptions_user ON public.push_subscriptions USING btree (user_id, updated_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.push_subscriptions TO cliffhanger_app;

-- Table public.push_user_days
CREATE TABLE public.push_user_days (
  user_id uuid NOT NULL,
  day date NOT NULL,
  campaign_ids uuid[] NOT NULL,
  CONSTRAINT push_user_days_pk PRIMARY KEY (user_id, day),
  CONSTRAINT push_user_days_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE INDEX push_user_days_day ON public.push_user_days USING btree (day);
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.push_user_days TO cliffhanger_app;

-- Table public.rails
CREATE TABLE public.rails (
  id uuid NOT NULL,
  surface text NOT NULL,
  collection_id uuid NOT NULL,
  sort integer NOT NULL,
  status text DEFAULT 'active'::text NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT rails_collection_fk FOREIGN KEY (collection_id) REFERENCES public.collections(id),
  CONSTRAINT rails_pk PRIMARY KEY (id),
  CONSTRAINT rails_sort CHECK ((sort >= 0)),
  CONSTRAINT rails_status CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text]))),
  CONSTRAINT rails_surface CHECK ((surface = ANY (ARRAY['for_you'::text, 'discover'::text])))
);
CREATE INDEX rails_collection ON public.rails USING btree (collection_id);
CREATE INDEX rails_order ON public.rails USING btree (surface, sort, id);
CREATE TRIGGER rails_emit AFTER INSERT OR DELETE OR UPDATE ON public.rails FOR EACH STATEMENT EXECUTE FUNCTION public.emit_table_change('curation');
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.rails TO cliffhanger_app;

-- Table public.reach_days
CREATE TABLE public.reach_days (
  step smallint NOT NULL,
  market text NOT NULL,
  day date NOT NULL,
  gap smallint NOT NULL,
  users integer NOT NULL,
  CONSTRAINT reach_days_pk PRIMARY KEY (step, market, day, gap)
);
CREATE INDEX reach_days_empty ON public.reach_days USING btree (day) WHERE (users = 0);
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.reach_days TO cliffhanger_app;

-- Table public.reconciliation_lines
CREATE UNLOGGED TABLE public.reconciliation_lines (
  run_id uuid NOT NULL,
  line integer NOT NULL,
  transaction_id text NOT NULL,
  amount_cents bigint NOT NULL,
  currency text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL
);
GRANT DELETE, INSERT, SELECT ON TABLE public.reconciliation_lines TO cliffhanger_app;

-- Table public.reconciliation_rows
CREATE TABLE public.reconciliation_rows (
  run_id uuid NOT NULL,
  bucket text NOT NULL,
  number integer NOT NULL,
  transaction_id text NOT NULL,
  amount_cents bigint,
  currency text,
  created_at timestamp(3) with time zone NOT NULL,
  first_line integer,
  purchase_id uuid,
  our_amount_cents bigint,
  our_currency text,
  credited_purchase_id uuid,
  approval_id uuid,
  acted_by uuid,
  acted_at timestamp(3) with time zone,
  refund_lines_cents bigint,
  CONSTRAINT reconciliation_rows_acted CHECK (((bucket = 'missing_on_our_side'::text) OR (acted_at IS NULL))),
  CONSTRAINT reconciliation_rows_admin_fk FOREIGN KEY (acted_by) REFERENCES public.admins(id),
  CONSTRAINT reconciliation_rows_bucket CHECK ((bucket = ANY (ARRAY['missing_on_our_side'::text, 'missing_on_provider_side'::text, 'amount_mismatch'::text, 'duplicates'::text]))),
  CONSTRAINT reconciliation_rows_pk PRIMARY KEY (run_id, bucket, number),
  CONSTRAINT reconciliation_rows_sides CHECK ((((purchase_id IS NULL) = (bucket = ANY (ARRAY['missing_on_our_side'::text, 'duplicates'::text]))) AND ((amount_cents IS NULL) = (bucket = 'missing_on_provider_side'::text))))
);
CREATE INDEX reconciliation_rows_admin ON public.reconciliation_rows USING btree (acted_by) WHERE (acted_by IS NOT NULL);
GRANT DELETE, INSERT, SELECT ON TABLE public.reconciliation_rows TO cliffhanger_app;
GRANT UPDATE (credited_purchase_id, approval_id, acted_by, acted_at) ON TABLE public.reconciliation_rows TO cliffhanger_app;

-- Table public.reconciliation_runs
CREATE TABLE public.reconciliation_runs (
  id uuid NOT NULL,
  rail text NOT NULL,
  period_start date NOT NULL,
  period_end date NOT NULL,
  file_name text NOT NULL,
  file_rows integer NOT NULL,
  matched integer DEFAULT 0 NOT NULL,
  missing_on_our_side integer DEFAULT 0 NOT NULL,
  missing_on_provider_side integer DEFAULT 0 NOT NULL,
  amount_mismatch integer DEFAULT 0 NOT NULL,
  duplicates integer DEFAULT 0 NOT NULL,
  totals jsonb DEFAULT '[]'::jsonb NOT NULL,
  admin_id uuid NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  rows_deleted_at timestamp(3) with time zone,
  sums jsonb,
  CONSTRAINT reconciliation_runs_admin_fk FOREIGN KEY (admin_id) REFERENCES public.admins(id),
  CONSTRAINT reconciliation_runs_period CHECK ((period_start <= period_end)),
  CONSTRAINT reconciliation_runs_pk PRIMARY KEY (id),
  CONSTRAINT reconciliation_runs_sums CHECK ((jsonb_typeof(sums) = 'array'::text)),
  CONSTRAINT reconciliation_runs_totals CHECK ((jsonb_typeof(totals) = 'array'::text))
);
CREATE INDEX reconciliation_runs_admin ON public.reconciliation_runs USING btree (admin_id);
CREATE INDEX reconciliation_runs_newest ON public.reconciliation_runs USING btree (created_at, id);
CREATE INDEX reconciliation_runs_rail_newest ON public.reconciliation_runs USING btree (rail, created_at, id);
GRANT INSERT, SELECT ON TABLE public.reconciliation_runs TO cliffhanger_app;
GRANT UPDATE (matched, missing_on_our_side, missing_on_provider_side, amount_mismatch, duplicates, totals, rows_deleted_at, sums) ON TABLE public.reconciliation_runs TO cliffhanger_app;

-- Table public.refunds
CREATE TABLE public.refunds (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  purchase_id uuid NOT NULL,
  product_id text NOT NULL,
  platform text NOT NULL,
  status text NOT NULL,
  amount_cents bigint NOT NULL,
  currency text NOT NULL,
  amount_usd_cents bigint NOT NULL,
  reason text NOT NULL,
  reverse_unlocks boolean DEFAULT false NOT NULL,
  reversed_unlock_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  coins_deducted integer DEFAULT 0 NOT NULL,
  underpaid_cents bigint DEFAULT 0 NOT NULL,
  event_id uuid,
  approval_id uuid,
  requested_by uuid,
  decided_by uuid,
  reject_reason text,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  executed_at timestamp(3) with time zone,
  rejected_at timestamp(3) with time zone,
  confirmed_cents bigint DEFAULT 0 NOT NULL,
  confirmed_at timestamp(3) with time zone,
  cause_id uuid,
  reversed_at timestamp(3) with time zone,
  money text DEFAULT 'none'::text NOT NULL,
  money_reason text,
  money_at timestamp(3) with time zone,
  money_failed_at timestamp(3) with time zone,
  money_retries integer DEFAULT 0 NOT NULL,
  CONSTRAINT refunds_amount CHECK ((amount_cents >=
CASE
    WHEN (requested_by IS NULL) THEN 0
    ELSE 1
END)),
  CONSTRAINT refunds_amount_usd CHECK ((amount_usd_cents >= 0)),
  CONSTRAINT refunds_approval_fk FOREIGN KEY (approval_id) REFERENCES public.approvals(id),
  CONSTRAINT refunds_by_provider CHECK (((requested_by IS NOT NULL) OR (status = 'executed'::text))),
  CONSTRAINT refunds_coins CHECK ((coins_deducted >= 0)),
  CONSTRAINT refunds_confirmed CHECK ((((confirmed_cents >= 0) AND (confirmed_cents <= amount_cents)) AND ((confirmed_cents > 0) = (confirmed_at IS NOT NULL)) AND ((confirmed_cents = 0) OR ((status = 'executed'::text) AND (requested_by IS NOT NULL))))),
  CONSTRAINT refunds_currency CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT refunds_decided_by_fk FOREIGN KEY (decided_by) REFERENCES public.admins(id),
  CONSTRAINT refunds_executed CHECK (((status = 'executed'::text) = (executed_at IS NOT NULL))),
  CONSTRAINT refunds_id_unique UNIQUE (id),
  CONSTRAINT refunds_money CHECK ((money = ANY (ARRAY['none'::text, 'pending'::text, 'returned'::text, 'failed'::text]))),
  CONSTRAINT refunds_money_executed CHECK (((money = 'none'::text) OR ((status = 'executed'::text) AND (requested_by IS NOT NULL) AND (money_at IS NOT NULL)))),
  CONSTRAINT refunds_money_reason CHECK (((money = 'failed'::text) = (money_reason IS NOT NULL))),
  CONSTRAINT refunds_money_retries CHECK ((money_retries >= 0)),
  CONSTRAINT refunds_pk PRIMARY KEY (user_id, id),
  CONSTRAINT refunds_purchase_fk FOREIGN KEY (user_id, purchase_id) REFERENCES public.transactions(user_id, id),
  CONSTRAINT refunds_rejected CHECK ((((status = 'rejected'::text) = (rejected_at IS NOT NULL)) AND ((status = 'rejected'::text) = (reject_reason IS NOT NULL)))),
  CONSTRAINT refunds_requested_by_fk FOREIGN KEY (requested_by) REFERENCES public.admins(id),
  CONSTRAINT refunds_reversed CHECK (((reversed_at IS NULL) OR ((status = 'executed'::text) AND (requested_by IS NULL)))),
  CONSTRAINT refunds_status CHECK ((status = ANY (ARRAY['pending'::text, 'executed'::text, 'rejected'::text]))),
  CONSTRAINT refunds_two_people CHECK (((status <> 'executed'::text) OR (decided_by <> requested_by))),
  CONSTRAINT refunds_underpaid CHECK (((underpaid_cents >= 0) AND (underpaid_cents <= amount_cents))),
  CONSTRAINT refunds_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE INDEX refunds_approval ON public.refunds USING btree (approval_id) WHERE (approval_id IS NOT NULL);
CREATE UNIQUE INDEX refunds_cause ON public.refunds USING btree (cause_id) WHERE (cause_id IS NOT NULL);
CREATE INDEX refunds_decided_by ON public.refunds USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX refunds_executed ON public.refunds USING btree (executed_at) WHERE (status = 'executed'::text);
CREATE INDEX refunds_money_open ON public.refunds USING btree (money_at) WHERE (money = ANY (ARRAY['pending'::text, 'failed'::text]));
CREATE INDEX refunds_newest ON public.refunds USING btree (created_at, id);
CREATE INDEX refunds_purchase ON public.refunds USING btree (purchase_id, user_id);
CREATE INDEX refunds_requested_by ON public.refunds USING btree (requested_by) WHERE (requested_by IS NOT NULL);
CREATE INDEX refunds_status_newest ON public.refunds USING btree (status, created_at, id);
CREATE INDEX refunds_user_newest ON public.refunds USING btree (user_id, created_at, id);
CREATE TRIGGER refunds_closed_stay BEFORE UPDATE ON public.refunds FOR EACH ROW WHEN (((old.status <> 'pending'::text) AND (((new.confirmed_cents < old.confirmed_cents) AND (NOT ((new.confirmed_cents = 0) AND (new.money = ANY (ARRAY['failed'::text, 'pending'::text])) AND (new.money <> old.money)))) OR ((old.reversed_at IS NOT NULL) AND (new.reversed_at IS DISTINCT FROM old.reversed_at)) OR ((to_jsonb(new.*) - '{confirmed_cents,confirmed_at,reversed_at,money,money_reason,money_at,money_failed_at,money_retries}'::text[]) IS DISTINCT FROM (to_jsonb(old.*) - '{confirmed_cents,confirmed_at,reversed_at,money,money_reason,money_at,money_failed_at,money_retries}'::text[]))))) EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER refunds_reversed AFTER UPDATE OF reversed_at ON public.refunds FOR EACH ROW WHEN (((old.reversed_at IS NULL) AND (new.reversed_at IS NOT NULL))) EXECUTE FUNCTION public.note_reversed_refund();
GRANT INSERT, SELECT, UPDATE ON TABLE public.refunds TO cliffhanger_app;

-- Table public.retention_days
CREATE TABLE public.retention_days (
  market text NOT NULL,
  day date NOT NULL,
  since smallint NOT NULL,
  users integer NOT NULL,
  CONSTRAINT retention_days_pk PRIMARY KEY (market, day, since)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.retention_days TO cliffhanger_app;

-- Table public.revenue_days
CREATE TABLE public.revenue_days (
  day date NOT NULL,
  rail text NOT NULL,
  country text NOT NULL,
  kind text NOT NULL,
  payments integer NOT NULL,
  gross_cents bigint NOT NULL,
  refunds_cents bigint NOT NULL,
  CONSTRAINT revenue_days_pk PRIMARY KEY (day, rail, country, kind)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.revenue_days TO cliffhanger_app;

-- Table public.reversed_unlocks
CREATE TABLE public.reversed_unlocks (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  episode_id uuid NOT NULL,
  coins integer NOT NULL,
  price_source text NOT NULL,
  event_id uuid NOT NULL,
  reversal_event_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  reversed_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT reversed_unlocks_coins CHECK ((coins > 0)),
  CONSTRAINT reversed_unlocks_episode_fk FOREIGN KEY (episode_id) REFERENCES public.episodes(id),
  CONSTRAINT reversed_unlocks_pk PRIMARY KEY (user_id, id),
  CONSTRAINT reversed_unlocks_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE INDEX reversed_unlocks_episode ON public.reversed_unlocks USING btree (episode_id);
GRANT INSERT, SELECT ON TABLE public.reversed_unlocks TO cliffhanger_app;

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
  CONSTRAINT roles_pk PRIMARY KEY (id),
  CONSTRAINT roles_superadmin_holds_all CHECK (((name <> 'superadmin'::text) OR (NOT is_system) OR ('*'::text = ANY (permissions))))
);
CREATE UNIQUE INDEX roles_name_unique ON public.roles USING btree (lower(name)) WHERE (deleted_at IS NULL);
CREATE TRIGGER roles_return_shared_views AFTER UPDATE OF deleted_at ON public.roles FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION public.return_shared_views();
CREATE TRIGGER roles_system_stays BEFORE UPDATE ON public.roles FOR EACH ROW WHEN ((old.is_system AND ((new.name <> old.name) OR (NOT new.is_system) OR (new.deleted_at IS NOT NULL)))) EXECUTE FUNCTION public.keep_system_role();
GRANT INSERT, SELECT, UPDATE ON TABLE public.roles TO cliffhanger_app;

-- Table public.rollup_days
CREATE TABLE public.rollup_days (
  day date NOT NULL,
  rolled_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT rollup_days_pk PRIMARY KEY (day)
);
CREATE TRIGGER rollup_days_change AFTER INSERT OR UPDATE ON public.rollup_days FOR EACH ROW EXECUTE FUNCTION public.forget_rolled_up_week();
GRANT INSERT, SELECT, UPDATE ON TABLE public.rollup_days TO cliffhanger_app;

-- Table public.rollup_differences
CREATE UNLOGGED TABLE public.rollup_differences (
  user_id uuid NOT NULL,
  market text NOT NULL,
  was smallint NOT NULL,
  now smallint NOT NULL,
  is_only boolean NOT NULL
);
GRANT DELETE, INSERT, SELECT, TRUNCATE ON TABLE public.rollup_differences TO cliffhanger_app;

-- Table public.rollup_new_days
CREATE UNLOGGED TABLE public.rollup_new_days (
  user_id uuid NOT NULL,
  day date NOT NULL,
  market text NOT NULL,
  steps smallint NOT NULL,
  is_only boolean NOT NULL
);
GRANT INSERT, SELECT, TRUNCATE ON TABLE public.rollup_new_days TO cliffhanger_app;

-- Table public.rollup_outdated
CREATE TABLE public.rollup_outdated (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  day date NOT NULL,
  CONSTRAINT rollup_outdated_pk PRIMARY KEY (id)
);
CREATE INDEX rollup_outdated_day ON public.rollup_outdated USING btree (day);
GRANT DELETE, SELECT ON TABLE public.rollup_outdated TO cliffhanger_app;

-- Table public.rollup_weeks
CREATE TABLE public.rollup_weeks (
  week date NOT NULL,
  CONSTRAINT rollup_weeks_monday CHECK ((EXTRACT(isodow FROM week) = (1)::numeric)),
  CONSTRAINT rollup_weeks_pk PRIMARY KEY (week)
);
GRANT DELETE, INSERT, SELECT ON TABLE public.rollup_weeks TO cliffhanger_app;

-- Table public.saved_views
CREATE TABLE public.saved_views (
  id uuid NOT NULL,
  admin_id uuid NOT NULL,
  list text NOT NULL,
  name text NOT NULL,
  search jsonb NOT NULL,
  role_id uuid,
  revision integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT saved_views_admin_fk FOREIGN KEY (admin_id) REFERENCES public.admins(id),
  CONSTRAINT saved_views_list CHECK ((list ~ '^[a-z-]{1,40}$'::text)),
  CONSTRAINT saved_views_name CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  CONSTRAINT saved_views_name_unique UNIQUE (admin_id, list, name),
  CONSTRAINT saved_views_pk PRIMARY KEY (id),
  CONSTRAINT saved_views_role_fk FOREIGN KEY (role_id) REFERENCES public.roles(id),
  CONSTRAINT saved_views_search CHECK ((jsonb_typeof(search) = 'object'::text))
);
CREATE INDEX saved_views_newest ON public.saved_views USING btree (created_at, id);
CREATE INDEX saved_views_role ON public.saved_views USING btree (role_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.saved_views TO cliffhanger_app;

-- Table public.schema_migrations
CREATE TABLE public.schema_migrations (
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  compatible_with text,
  CONSTRAINT schema_migrations_pk PRIMARY KEY (name)
);
GRANT SELECT ON TABLE public.schema_migrations TO cliffhanger_app;

-- Table public.sealed_blocks
CREATE TABLE public.sealed_blocks (
  chain text NOT NULL,
  no bigint NOT NULL,
  from_no bigint NOT NULL,
  to_no bigint NOT NULL,
  size integer NOT NULL,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  sealed_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT sealed_blocks_chain CHECK ((chain = ANY (ARRAY['ledger'::text, 'audit'::text]))),
  CONSTRAINT sealed_blocks_hash CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT sealed_blocks_no CHECK ((no > 0)),
  CONSTRAINT sealed_blocks_pk PRIMARY KEY (chain, no),
  CONSTRAINT sealed_blocks_previous_hash CHECK ((previous_hash ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT sealed_blocks_range CHECK ((from_no <= to_no)),
  CONSTRAINT sealed_blocks_size CHECK ((size > 0))
);
CREATE UNIQUE INDEX sealed_blocks_by_hash ON public.sealed_blocks USING btree (chain, hash);
CREATE TRIGGER sealed_blocks_append_only BEFORE DELETE OR UPDATE ON public.sealed_blocks FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER sealed_blocks_no_truncate BEFORE TRUNCATE ON public.sealed_blocks FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
GRANT SELECT ON TABLE public.sealed_blocks TO cliffhanger_app;

-- Table public.sealed_chains
CREATE TABLE public.sealed_chains (
  chain text NOT NULL,
  settled_no bigint DEFAULT 0 NOT NULL,
  marked_no bigint DEFAULT 0 NOT NULL,
  marked_xid xid8,
  next_block bigint DEFAULT 1 NOT NULL,
  checked_at timestamp(3) with time zone,
  all_checked_at timestamp(3) with time zone,
  CONSTRAINT sealed_chains_chain CHECK ((chain = ANY (ARRAY['ledger'::text, 'audit'::text]))),
  CONSTRAINT sealed_chains_pk PRIMARY KEY (chain)
);
GRANT SELECT ON TABLE public.sealed_chains TO cliffhanger_app;

-- Table public.segments
CREATE TABLE public.segments (
  id uuid NOT NULL,
  name text NOT NULL,
  rule jsonb NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT segments_name CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  CONSTRAINT segments_pk PRIMARY KEY (id),
  CONSTRAINT segments_rule CHECK ((jsonb_typeof(rule) = 'object'::text))
);
CREATE INDEX segments_newest ON public.segments USING btree (created_at, id);
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.segments TO cliffhanger_app;

-- Table public.series
CREATE TABLE public.series (
  id uuid NOT NULL,
  slug text NOT NULL,
  title text NOT NULL,
  synopsis text DEFAULT ''::text NOT NULL,
  title_i18n jsonb DEFAULT '{}'::jsonb NOT NULL,
  synopsis_i18n jsonb DEFAULT '{}'::jsonb NOT NULL,
  genre_slug text,
  tropes text[] DEFAULT '{}'::text[] NOT NULL,
  target_languages text[] NOT NULL,
  free_episodes integer DEFAULT 0 NOT NULL,
  poster_asset_id uuid,
  hero_asset_id uuid,
  editorial_hero_score integer,
  status text DEFAULT 'draft'::text NOT NULL,
  search_text text GENERATED ALWAYS AS (public.fold_text(((((((((title || '
'::text) || COALESCE((title_i18n ->> 'en'::text), ''::text)) || '
'::text) || COALESCE((title_i18n ->> 'ar'::text), ''::text)) || '
'::text) || COALESCE((title_i18n ->> 'id'::text), ''::text)) || '
'::text) || slug))) STORED NOT NULL,
  published_at timestamp(3) with time zone,
  revision integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  deleted_at timestamp(3) with time zone,
  CONSTRAINT series_free_episodes CHECK ((free_episodes >= 0)),
  CONSTRAINT series_hero_fk FOREIGN KEY (hero_asset_id) REFERENCES public.media_assets(id),
  CONSTRAINT series_pk PRIMARY KEY (id),
  CONSTRAINT series_poster_fk FOREIGN KEY (poster_asset_id) REFERENCES public.media_assets(id),
  CONSTRAINT series_published_at CHECK (((status <> 'published'::text) OR (published_at IS NOT NULL))),
  CONSTRAINT series_slug CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)),
  CONSTRAINT series_status CHECK ((status = ANY (ARRAY['draft'::text, 'in_review'::text, 'scheduled'::text, 'published'::text, 'archived'::text]))),
  CONSTRAINT series_target_languages CHECK ((target_languages <@ ARRAY['en'::text, 'ar'::text, 'id'::text]))
);
CREATE INDEX series_created ON public.series USING btree (created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX series_genre ON public.series USING btree (genre_slug, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX series_hero ON public.series USING btree (hero_asset_id) WHERE (hero_asset_id IS NOT NULL);
CREATE INDEX series_hero_score ON public.series USING btree (editorial_hero_score, id) WHERE ((editorial_hero_score IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX series_poster ON public.series USING btree (poster_asset_id) WHERE (poster_asset_id IS NOT NULL);
CREATE INDEX series_published ON public.series USING btree (published_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX series_search ON public.series USING gin (search_text public.gin_trgm_ops);
CREATE UNIQUE INDEX series_slug_unique ON public.series USING btree (slug) WHERE (deleted_at IS NULL);
CREATE INDEX series_status_created ON public.series USING btree (status, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX series_title ON public.series USING btree (lower(title), id) WHERE (deleted_at IS NULL);
CREATE INDEX series_updated ON public.series USING btree (updated_at, id) WHERE (deleted_at IS NULL);
CREATE TRIGGER series_free_episodes_changed AFTER UPDATE OF free_episodes ON public.series FOR EACH ROW WHEN ((old.free_episodes IS DISTINCT FROM new.free_episodes)) EXECUTE FUNCTION public.note_free_episode_change();
CREATE TRIGGER series_insert_emit AFTER INSERT ON public.series FOR EACH ROW WHEN ((new.status = 'published'::text)) EXECUTE FUNCTION public.emit_series_change();
CREATE TRIGGER series_note_inserted AFTER INSERT ON public.series FOR EACH ROW EXECUTE FUNCTION public.note_changed_series();
CREATE TRIGGER series_note_updated AFTER UPDATE OF status, target_languages ON public.series FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.target_languages IS DISTINCT FROM new.target_languages))) EXECUTE FUNCTION public.note_changed_series();
CREATE TRIGGER series_update_emit AFTER UPDATE ON public.series FOR EACH ROW WHEN (((old.status = 'published'::text) OR (new.status = 'published'::text))) EXECUTE FUNCTION public.emit_series_change();
GRANT INSERT, SELECT, UPDATE ON TABLE public.series TO cliffhanger_app;

-- Table public.series_activity
CREATE TABLE public.series_activity (
  span text NOT NULL,
  since timestamp(0) with time zone NOT NULL,
  market text NOT NULL,
  series_id uuid NOT NULL,
  starts integer NOT NULL,
  unlocks integer NOT NULL,
  saves integer NOT NULL,
  CONSTRAINT series_activity_pk PRIMARY KEY (span, market, since, series_id),
  CONSTRAINT series_activity_span CHECK ((span = ANY (ARRAY['hour'::text, 'day'::text, 'until_now'::text])))
);
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.series_activity TO cliffhanger_app;

-- Table public.series_activity_added
CREATE TABLE public.series_activity_added (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  series_id uuid NOT NULL,
  market text NOT NULL,
  hour timestamp(0) with time zone NOT NULL,
  starts integer DEFAULT 0 NOT NULL,
  unlocks integer DEFAULT 0 NOT NULL,
  saves integer DEFAULT 0 NOT NULL,
  CONSTRAINT series_activity_added_pk PRIMARY KEY (id)
);
GRANT DELETE, SELECT ON TABLE public.series_activity_added TO cliffhanger_app;

-- Table public.series_activity_days
CREATE TABLE public.series_activity_days (
  day date NOT NULL,
  market text NOT NULL,
  series_id uuid NOT NULL,
  starts integer NOT NULL,
  unlocks integer NOT NULL,
  saves integer NOT NULL,
  CONSTRAINT series_activity_days_pk PRIMARY KEY (market, day, series_id)
);
GRANT SELECT ON TABLE public.series_activity_days TO cliffhanger_app;

-- Table public.series_activity_hours
CREATE TABLE public.series_activity_hours (
  hour timestamp(0) with time zone NOT NULL,
  market text NOT NULL,
  series_id uuid NOT NULL,
  starts integer NOT NULL,
  unlocks integer NOT NULL,
  saves integer NOT NULL,
  CONSTRAINT series_activity_hours_pk PRIMARY KEY (market, hour, series_id)
);
GRANT SELECT ON TABLE public.series_activity_hours TO cliffhanger_app;

-- Table public.series_activity_late
CREATE TABLE public.series_activity_late (
  day date NOT NULL,
  market text NOT NULL,
  series_id uuid NOT NULL,
  starts integer NOT NULL,
  unlocks integer NOT NULL,
  saves integer NOT NULL,
  CONSTRAINT series_activity_late_market_fk FOREIGN KEY (market) REFERENCES public.series_activity_summed(market) ON DELETE CASCADE,
  CONSTRAINT series_activity_late_pk PRIMARY KEY (market, day, series_id)
);
GRANT SELECT ON TABLE public.series_activity_late TO cliffhanger_app;

-- Table public.series_activity_summed
CREATE TABLE public.series_activity_summed (
  market text NOT NULL,
  until date NOT NULL,
  CONSTRAINT series_activity_summed_pk PRIMARY KEY (market)
);
GRANT SELECT ON TABLE public.series_activity_summed TO cliffhanger_app;

-- Table public.series_activity_sums
CREATE TABLE public.series_activity_sums (
  market text NOT NULL,
  series_id uuid NOT NULL,
  last_day date NOT NULL,
  days date[] NOT NULL,
  starts integer[] NOT NULL,
  unlocks integer[] NOT NULL,
  saves integer[] NOT NULL,
  CONSTRAINT series_activity_sums_market_fk FOREIGN KEY (market) REFERENCES public.series_activity_summed(market) ON DELETE CASCADE,
  CONSTRAINT series_activity_sums_pk PRIMARY KEY (market, series_id)
) PARTITION BY HASH (market);
CREATE TABLE public.series_activity_sums_0 PARTITION OF public.series_activity_sums FOR VALUES WITH (modulus 16, remainder 0);
CREATE TABLE public.series_activity_sums_1 PARTITION OF public.series_activity_sums FOR VALUES WITH (modulus 16, remainder 1);
CREATE TABLE public.series_activity_sums_10 PARTITION OF public.series_activity_sums FOR VALUES WITH (modulus 16, remainder 10);
CREATE TABLE public.series_activity_sums_11 PARTITION OF public.series_activity_sums FOR VALUES WITH (modulus 16, remainder 11);
CREATE TABLE public.series_activity_sums_12 PARTITION OF public.series_activity_sums FOR VALUES WITH (modulus 16, remainder 12);
CREATE TABLE public.series_activity_sums_13 PARTITION OF public.series_activity_sums FOR VALUES WITH (modulus 16, remainder 13);
CREATE TABLE public.series_activity_sums_14 PARTITION OF public.series_activity_sums FOR VALUES WITH (modulus 16, remainder 14);
CREATE TABLE public.series_activity_sums_15 PARTITION OF public.series_activity_sums FOR VALUES WITH (modulus 16, remainder 15);
CREATE TABLE public.series_activity_sums_2 PARTITION OF public.series_activity_sums FOR VALUES WITH (modulus 16, remainder 2);
CREATE TABLE public.series_activity_sums_3 PARTITION OF public.series_activity_sums FOR VALUES WITH (modulus 16, remainder 3);
CREATE TABLE public.series_activity_sums_4 PARTITION OF public.series_activity_sums FOR VALUES WITH (modulus 16, remainder 4);
CREATE TABLE public.series_activity_sums_5 PARTITION OF public.series_activity_sums FOR VALUES WITH (modulus 16, remainder 5);
CREATE TABLE public.series_activity_sums_6 PARTITION OF public.series_activity_sums FOR VALUES WITH (modulus 16, remainder 6);
CREATE TABLE public.series_activity_sums_7 PARTITION OF public.series_activity_sums FOR VALUES WITH (modulus 16, remainder 7);
CREATE TABLE public.series_activity_sums_8 PARTITION OF public.series_activity_sums FOR VALUES WITH (modulus 16, remainder 8);
CREATE TABLE public.series_activity_sums_9 PARTITION OF public.series_activity_sums FOR VALUES WITH (modulus 16, remainder 9);
GRANT SELECT ON TABLE public.series_activity_sums TO cliffhanger_app;

-- Table public.series_days
CREATE TABLE public.series_days (
  market text NOT NULL,
  day date NOT NULL,
  series_id uuid NOT NULL,
  starts integer NOT NULL,
  completes integer NOT NULL,
  watch_seconds bigint NOT NULL,
  paywall_hits integer NOT NULL,
  unlocks integer NOT NULL,
  coins bigint NOT NULL,
  CONSTRAINT series_days_pk PRIMARY KEY (day, market, series_id)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.series_days TO cliffhanger_app;

-- Table public.series_readiness
CREATE TABLE public.series_readiness (
  series_id uuid NOT NULL,
  lacks_episodes boolean NOT NULL,
  lacks_video boolean NOT NULL,
  lacks_captions boolean NOT NULL,
  CONSTRAINT series_readiness_pk PRIMARY KEY (series_id),
  CONSTRAINT series_readiness_series_fk FOREIGN KEY (series_id) REFERENCES public.series(id)
);
GRANT INSERT, SELECT, UPDATE ON TABLE public.series_readiness TO cliffhanger_app;

-- Table public.series_readiness_outdated
CREATE TABLE public.series_readiness_outdated (
  series_id uuid NOT NULL,
  no bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  CONSTRAINT series_readiness_outdated_pk PRIMARY KEY (series_id, no),
  CONSTRAINT series_readiness_outdated_series_fk FOREIGN KEY (series_id) REFERENCES public.series(id)
);
GRANT DELETE, INSERT, SELECT ON TABLE public.series_readiness_outdated TO cliffhanger_app;

-- Table public.series_saves
CREATE TABLE public.series_saves (
  user_id uuid NOT NULL,
  series_id uuid NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT series_saves_pk PRIMARY KEY (user_id, series_id),
  CONSTRAINT series_saves_series_fk FOREIGN KEY (series_id) REFERENCES public.series(id),
  CONSTRAINT series_saves_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE INDEX series_saves_newest ON public.series_saves USING btree (user_id, created_at, series_id);
CREATE INDEX series_saves_series ON public.series_saves USING btree (series_id, created_at);
CREATE TRIGGER series_saves_counted AFTER INSERT ON public.series_saves REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.count_series_saves();
CREATE TRIGGER series_saves_uncounted AFTER DELETE ON public.series_saves REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.count_series_saves();
GRANT DELETE, INSERT, SELECT ON TABLE public.series_saves TO cliffhanger_app;

-- Table public.series_weeks
CREATE TABLE public.series_weeks (
  week date NOT NULL,
  market text NOT NULL,
  series_id uuid NOT NULL,
  starts integer NOT NULL,
  completes integer NOT NULL,
  watch_seconds bigint NOT NULL,
  paywall_hits integer NOT NULL,
  unlocks integer NOT NULL,
  coins bigint NOT NULL,
  CONSTRAINT series_weeks_pk PRIMARY KEY (week, market, series_id)
);
GRANT DELETE, INSERT, SELECT ON TABLE public.series_weeks TO cliffhanger_app;

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

-- Table public.strikes
CREATE TABLE public.strikes (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  type text NOT NULL,
  ref_id uuid NOT NULL,
  reason text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  removed_at timestamp(3) with time zone,
  removed_by uuid,
  CONSTRAINT strikes_created_by_fk FOREIGN KEY (created_by) REFERENCES public.admins(id),
  CONSTRAINT strikes_pk PRIMARY KEY (user_id, id),
  CONSTRAINT strikes_reason CHECK (((length(reason) >= 1) AND (length(reason) <= 1000))),
  CONSTRAINT strikes_removed CHECK (((removed_at IS NULL) = (removed_by IS NULL))),
  CONSTRAINT strikes_removed_by_fk FOREIGN KEY (removed_by) REFERENCES public.admins(id),
  CONSTRAINT strikes_type CHECK ((type = ANY (ARRAY['comment'::text, 'report'::text]))),
  CONSTRAINT strikes_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE INDEX strikes_created_by ON public.strikes USING btree (created_by);
CREATE UNIQUE INDEX strikes_once ON public.strikes USING btree (type, ref_id) WHERE (removed_at IS NULL);
CREATE INDEX strikes_removed_by ON public.strikes USING btree (removed_by) WHERE (removed_by IS NOT NULL);
GRANT INSERT, SELECT ON TABLE public.strikes TO cliffhanger_app;
GRANT UPDATE (removed_at, removed_by) ON TABLE public.strikes TO cliffhanger_app;

-- Table public.subscription_events
CREATE TABLE public.subscription_events (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  type text NOT NULL,
  occurred_at timestamp(3) with time zone NOT NULL,
  product_id text NOT NULL,
  transaction_id text,
  period_start timestamp(3) with time zone NOT NULL,
  period_end timestamp(3) with time zone NOT NULL,
  trial_end timestamp(3) with time zone,
  auto_renew boolean NOT NULL,
  price_cents integer NOT NULL,
  currency text NOT NULL,
  region text,
  is_paid boolean NOT NULL,
  bonus_coins integer DEFAULT 0 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  added_days integer,
  refund_of text,
  is_whole_refund boolean,
  access_until timestamp(3) with time zone,
  is_price_known boolean DEFAULT true NOT NULL,
  CONSTRAINT subscription_events_added_days CHECK ((added_days > 0)),
  CONSTRAINT subscription_events_bonus CHECK ((bonus_coins >= 0)),
  CONSTRAINT subscription_events_currency CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT subscription_events_once UNIQUE (user_id, subscription_id, occurred_at, type, period_start),
  CONSTRAINT subscription_events_period CHECK ((period_start < period_end)),
  CONSTRAINT subscription_events_pk PRIMARY KEY (user_id, id),
  CONSTRAINT subscription_events_price CHECK ((price_cents >= 0)),
  CONSTRAINT subscription_events_product_fk FOREIGN KEY (product_id) REFERENCES public.subscription_products(product_id),
  CONSTRAINT subscription_events_refund CHECK (
CASE
    WHEN (refund_of IS NULL) THEN (is_whole_refund IS NULL)
    ELSE ((is_whole_refund IS NOT NULL) AND (type = 'canceled'::text))
END),
  CONSTRAINT subscription_events_region CHECK ((region ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT subscription_events_subscription_fk FOREIGN KEY (user_id, subscription_id) REFERENCES public.subscriptions(user_id, id),
  CONSTRAINT subscription_events_type CHECK ((type = ANY (ARRAY['started'::text, 'renewed'::text, 'recovered'::text, 'canceled'::text, 'expired'::text, 'given'::text, 'trial_extended'::text, 'changed'::text, 'grace'::text, 'held'::text, 'paused'::text, 'resumed'::text])))
);
CREATE INDEX subscription_events_newest ON public.subscription_events USING btree (user_id, created_at, id);
CREATE INDEX subscription_events_product ON public.subscription_events USING btree (product_id);
GRANT INSERT, SELECT ON TABLE public.subscription_events TO cliffhanger_app;
GRANT UPDATE (transaction_id, refund_of, is_whole_refund) ON TABLE public.subscription_events TO cliffhanger_app;

-- Table public.subscription_products
CREATE TABLE public.subscription_products (
  id uuid NOT NULL,
  product_id text NOT NULL,
  name text NOT NULL,
  period_days integer NOT NULL,
  price_cents integer NOT NULL,
  currency text NOT NULL,
  bonus_coins integer DEFAULT 0 NOT NULL,
  unlocks_all boolean DEFAULT false NOT NULL,
  status text DEFAULT 'active'::text NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT subscription_products_bonus CHECK (((bonus_coins >= 0) AND (bonus_coins <= 1000000))),
  CONSTRAINT subscription_products_currency CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT subscription_products_period CHECK (((period_days >= 1) AND (period_days <= 366))),
  CONSTRAINT subscription_products_pk PRIMARY KEY (id),
  CONSTRAINT subscription_products_price CHECK ((price_cents >= 0)),
  CONSTRAINT subscription_products_product_unique UNIQUE (product_id),
  CONSTRAINT subscription_products_status CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text])))
);
CREATE INDEX subscription_products_newest ON public.subscription_products USING btree (created_at, id);
GRANT INSERT, SELECT, UPDATE ON TABLE public.subscription_products TO cliffhanger_app;

-- Table public.subscriptions
CREATE TABLE public.subscriptions (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  platform text NOT NULL,
  product_id text NOT NULL,
  status text NOT NULL,
  auto_renew boolean NOT NULL,
  current_period_start timestamp(3) with time zone NOT NULL,
  current_period_end timestamp(3) with time zone NOT NULL,
  trial_end timestamp(3) with time zone,
  canceled_at timestamp(3) with time zone,
  price_cents integer NOT NULL,
  currency text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  provider_subscription_id text,
  region text,
  occurred_at timestamp(3) with time zone,
  CONSTRAINT subscriptions_period CHECK ((current_period_start < current_period_end)),
  CONSTRAINT subscriptions_pk PRIMARY KEY (user_id, id),
  CONSTRAINT subscriptions_product_fk FOREIGN KEY (product_id) REFERENCES public.subscription_products(product_id),
  CONSTRAINT subscriptions_region CHECK ((region ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT subscriptions_status CHECK ((status = ANY (ARRAY['trialing'::text, 'active'::text, 'past_due'::text, 'canceled'::text, 'expired'::text]))),
  CONSTRAINT subscriptions_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE UNIQUE INDEX subscriptions_id ON public.subscriptions USING btree (id);
CREATE INDEX subscriptions_newest ON public.subscriptions USING btree (created_at, id);
CREATE UNIQUE INDEX subscriptions_of_provider ON public.subscriptions USING btree (platform, provider_subscription_id) WHERE (provider_subscription_id IS NOT NULL);
CREATE INDEX subscriptions_platform_newest ON public.subscriptions USING btree (platform, created_at, id);
CREATE INDEX subscriptions_product_newest ON public.subscriptions USING btree (product_id, created_at, id);
CREATE INDEX subscriptions_provider_name ON public.subscriptions USING btree (provider_subscription_id) WHERE (provider_subscription_id IS NOT NULL);
CREATE INDEX subscriptions_region_newest ON public.subscriptions USING btree (region, created_at, id);
CREATE INDEX subscriptions_running ON public.subscriptions USING btree (current_period_end) WHERE (status = ANY (ARRAY['trialing'::text, 'active'::text, 'past_due'::text, 'canceled'::text]));
CREATE INDEX subscriptions_status_newest ON public.subscriptions USING btree (status, created_at, id);
GRANT INSERT, SELECT, UPDATE ON TABLE public.subscriptions TO cliffhanger_app;

-- Table public.transactions
CREATE TABLE public.transactions (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  platform text NOT NULL,
  product_id text NOT NULL,
  package_id uuid,
  subscription_id uuid,
  transaction_id text,
  coins_granted integer DEFAULT 0 NOT NULL,
  bonus_coins integer DEFAULT 0 NOT NULL,
  amount_cents bigint NOT NULL,
  currency text NOT NULL,
  amount_usd_cents bigint NOT NULL,
  expected_usd_cents bigint,
  region text,
  status text NOT NULL,
  refunded_cents bigint DEFAULT 0 NOT NULL,
  refund_reason text,
  failure_reason text,
  event_id uuid,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  completed_at timestamp(3) with time zone,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  failed_at timestamp(3) with time zone,
  coins_due integer DEFAULT 0 NOT NULL,
  bonus_due integer DEFAULT 0 NOT NULL,
  coins_taken integer DEFAULT 0 NOT NULL,
  underpaid_cents bigint DEFAULT 0 NOT NULL,
  net_usd_cents bigint GENERATED ALWAYS AS (
CASE
    WHEN (status = 'pending'::text) THEN (0)::bigint
    WHEN (refunded_cents >= amount_cents) THEN
    CASE
        WHEN (status = 'refunded'::text) THEN (0)::bigint
        ELSE amount_usd_cents
    END
    ELSE (amount_usd_cents - (round((((amount_usd_cents)::numeric * (refunded_cents)::numeric) / (amount_cents)::numeric)))::bigint)
END) STORED NOT NULL,
  promo_due integer DEFAULT 0 NOT NULL,
  last_refund_at timestamp(3) with time zone,
  credited_by uuid,
  paid_at timestamp(3) with time zone,
  environment text DEFAULT 'production'::text NOT NULL,
  is_family_shared boolean DEFAULT false NOT NULL,
  quantity integer DEFAULT 1 NOT NULL,
  fee_cents bigint,
  tax_cents bigint,
  disputed_at timestamp(3) with time zone,
  dispute_reason text,
  dispute_closed_at timestamp(3) with time zone,
  refund_reversed_at timestamp(3) with time zone,
  usd_rate numeric,
  usd_rate_day date,
  is_amount_assumed boolean DEFAULT false NOT NULL,
  dispute_id text,
  CONSTRAINT transactions_amount CHECK ((amount_cents >= 0)),
  CONSTRAINT transactions_amount_usd CHECK ((amount_usd_cents >= 0)),
  CONSTRAINT transactions_assumed CHECK (((NOT is_amount_assumed) OR (amount_usd_cents = 0))),
  CONSTRAINT transactions_bonus CHECK ((bonus_coins >= 0)),
  CONSTRAINT transactions_coins CHECK ((coins_granted >= 0)),
  CONSTRAINT transactions_credited_by_fk FOREIGN KEY (credited_by) REFERENCES public.admins(id),
  CONSTRAINT transactions_currency CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT transactions_dispute CHECK ((((disputed_at IS NULL) = (dispute_reason IS NULL)) AND ((disputed_at IS NOT NULL) OR (dispute_closed_at IS NULL)))),
  CONSTRAINT transactions_due CHECK ((((coins_due >= 0) AND (coins_due <= coins_granted)) AND ((bonus_due >= 0) AND (bonus_due <= bonus_coins)))),
  CONSTRAINT transactions_environment CHECK ((environment = ANY (ARRAY['production'::text, 'sandbox'::text]))),
  CONSTRAINT transactions_fee CHECK ((fee_cents >= 0)),
  CONSTRAINT transactions_id_unique UNIQUE (id),
  CONSTRAINT transactions_kind CHECK ((kind = ANY (ARRAY['coin_pack'::text, 'subscription'::text]))),
  CONSTRAINT transactions_kinds CHECK (((kind = 'coin_pack'::text) = (package_id IS NOT NULL))),
  CONSTRAINT transactions_named CHECK (((status = 'pending'::text) OR (transaction_id IS NOT NULL))),
  CONSTRAINT transactions_no_revenue CHECK ((((environment = 'production'::text) AND (NOT is_family_shared)) OR (amount_usd_cents = 0))),
  CONSTRAINT transactions_once UNIQUE (platform, transaction_id),
  CONSTRAINT transactions_package_fk FOREIGN KEY (package_id) REFERENCES public.coin_packages(id),
  CONSTRAINT transactions_pk PRIMARY KEY (user_id, id),
  CONSTRAINT transactions_promo_due CHECK ((promo_due >= 0)),
  CONSTRAINT transactions_quantity CHECK ((quantity > 0)),
  CONSTRAINT transactions_refunded CHECK (((refunded_cents >= 0) AND (refunded_cents <= amount_cents))),
  CONSTRAINT transactions_region CHECK ((region ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT transactions_status CHECK ((status = ANY (ARRAY['pending'::text, 'completed'::text, 'refunded'::text]))),
  CONSTRAINT transactions_subscription_fk FOREIGN KEY (user_id, subscription_id) REFERENCES public.subscriptions(user_id, id),
  CONSTRAINT transactions_taken CHECK (((coins_taken >= 0) AND (coins_taken <= ((coins_due + bonus_due) + promo_due)))),
  CONSTRAINT transactions_tax CHECK ((tax_cents >= 0)),
  CONSTRAINT transactions_underpaid CHECK (((underpaid_cents >= 0) AND (underpaid_cents <= refunded_cents))),
  CONSTRAINT transactions_usd_rate CHECK (((usd_rate IS NULL) = (usd_rate_day IS NULL))),
  CONSTRAINT transactions_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE INDEX transactions_completed ON public.transactions USING btree (completed_at) WHERE (status <> 'pending'::text);
CREATE INDEX transactions_credited_by ON public.transactions USING btree (credited_by) WHERE (credited_by IS NOT NULL);
CREATE INDEX transactions_currency_newest ON public.transactions USING btree (currency, created_at, id);
CREATE INDEX transactions_disputed ON public.transactions USING btree (platform) WHERE ((disputed_at IS NOT NULL) AND (dispute_closed_at IS NULL));
CREATE INDEX transactions_failed_newest ON public.transactions USING btree (created_at, id) WHERE (failure_reason IS NOT NULL);
CREATE INDEX transactions_name ON public.transactions USING btree (transaction_id) WHERE (transaction_id IS NOT NULL);
CREATE INDEX transactions_newest ON public.transactions USING btree (created_at, id);
CREATE INDEX transactions_package ON public.transactions USING btree (package_id) WHERE (package_id IS NOT NULL);
CREATE INDEX transactions_paid_another_day ON public.transactions USING btree (platform, paid_at) WHERE (((paid_at AT TIME ZONE 'UTC'::text))::date <> ((created_at AT TIME ZONE 'UTC'::text))::date);
CREATE INDEX transactions_platform_newest ON public.transactions USING btree (platform, created_at, id);
CREATE INDEX transactions_product_newest ON public.transactions USING btree (product_id, created_at, id);
CREATE INDEX transactions_region_newest ON public.transactions USING btree (region, created_at, id);
CREATE INDEX transactions_status_newest ON public.transactions USING btree (status, created_at, id) WHERE (status <> 'completed'::text);
CREATE INDEX transactions_subscription ON public.transactions USING btree (user_id, subscription_id) WHERE (subscription_id IS NOT NULL);
CREATE INDEX transactions_subscriptions_newest ON public.transactions USING btree (created_at, id) WHERE (kind = 'subscription'::text);
CREATE INDEX transactions_user_newest ON public.transactions USING btree (user_id, created_at, id);
CREATE TRIGGER transactions_credited AFTER UPDATE OF credited_by ON public.transactions FOR EACH ROW WHEN (((new.credited_by IS NOT NULL) AND (new.completed_at IS NOT NULL))) EXECUTE FUNCTION public.note_credited_payment();
GRANT INSERT, SELECT, UPDATE ON TABLE public.transactions TO cliffhanger_app;

-- Table public.unlocks
CREATE TABLE public.unlocks (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  episode_id uuid NOT NULL,
  coins integer NOT NULL,
  price_source text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  event_id uuid,
  CONSTRAINT unlocks_coins CHECK (((coins >= 0) AND (coins <= 100000))),
  CONSTRAINT unlocks_episode_fk FOREIGN KEY (episode_id) REFERENCES public.episodes(id),
  CONSTRAINT unlocks_once UNIQUE (user_id, episode_id),
  CONSTRAINT unlocks_paid_by_event CHECK (((coins = 0) = (event_id IS NULL))),
  CONSTRAINT unlocks_pk PRIMARY KEY (user_id, id),
  CONSTRAINT unlocks_price_source CHECK ((price_source = ANY (ARRAY['episode'::text, 'free_episode'::text, 'series'::text, 'market'::text, 'default'::text]))),
  CONSTRAINT unlocks_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE INDEX unlocks_day ON public.unlocks USING brin (created_at) WITH (autosummarize='on');
CREATE INDEX unlocks_episode ON public.unlocks USING btree (episode_id);
CREATE INDEX unlocks_newest ON public.unlocks USING btree (user_id, created_at, id);
CREATE TRIGGER unlocks_counted AFTER INSERT ON public.unlocks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.count_series_unlocks();
CREATE TRIGGER unlocks_reversed AFTER DELETE ON public.unlocks REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.note_reversed_unlocks();
CREATE TRIGGER unlocks_uncounted AFTER DELETE ON public.unlocks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.count_series_unlocks();
GRANT DELETE, INSERT, SELECT ON TABLE public.unlocks TO cliffhanger_app;

-- Table public.user_access_changes
CREATE TABLE public.user_access_changes (
  user_id uuid NOT NULL,
  changed_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT user_access_changes_pk PRIMARY KEY (user_id),
  CONSTRAINT user_access_changes_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE INDEX user_access_changes_oldest ON public.user_access_changes USING btree (changed_at);
GRANT DELETE, SELECT ON TABLE public.user_access_changes TO cliffhanger_app;

-- Table public.user_balances
CREATE TABLE public.user_balances (
  user_id uuid NOT NULL,
  balance_total bigint DEFAULT 0 NOT NULL,
  CONSTRAINT user_balances_pk PRIMARY KEY (user_id),
  CONSTRAINT user_balances_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
) WITH (fillfactor=80);
CREATE INDEX user_balances_listed ON public.user_balances USING btree (balance_total, user_id);
GRANT SELECT ON TABLE public.user_balances TO cliffhanger_app;

-- Table public.user_coin_moves
CREATE TABLE public.user_coin_moves (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id uuid NOT NULL,
  day date NOT NULL,
  from_market text NOT NULL,
  to_market text NOT NULL,
  paid bigint NOT NULL,
  bonus bigint NOT NULL,
  CONSTRAINT user_coin_moves_pk PRIMARY KEY (id),
  CONSTRAINT user_coin_moves_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE INDEX user_coin_moves_from ON public.user_coin_moves USING btree (from_market, day) INCLUDE (paid, bonus);
CREATE INDEX user_coin_moves_to ON public.user_coin_moves USING btree (to_market, day) INCLUDE (paid, bonus);
CREATE INDEX user_coin_moves_user ON public.user_coin_moves USING btree (user_id);
GRANT SELECT ON TABLE public.user_coin_moves TO cliffhanger_app;

-- Table public.user_counts
CREATE TABLE public.user_counts (
  status text NOT NULL,
  country_code text NOT NULL,
  is_guest boolean NOT NULL,
  day date NOT NULL,
  shard smallint NOT NULL,
  users bigint NOT NULL,
  CONSTRAINT user_counts_pk PRIMARY KEY (status, country_code, is_guest, day, shard)
);
GRANT SELECT ON TABLE public.user_counts TO cliffhanger_app;

-- Table public.user_days
CREATE TABLE public.user_days (
  user_id uuid NOT NULL,
  day date NOT NULL,
  market text NOT NULL,
  steps smallint NOT NULL,
  CONSTRAINT user_days_pk PRIMARY KEY (user_id, day, market) INCLUDE (steps)
);
CREATE INDEX user_days_days ON public.user_days USING brin (day date_minmax_multi_ops) WITH (pages_per_range='32', autosummarize='on');
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.user_days TO cliffhanger_app;

-- Table public.user_deletions
CREATE TABLE public.user_deletions (
  user_id uuid NOT NULL,
  requested_at timestamp(3) with time zone NOT NULL,
  deletes_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT user_deletions_later CHECK ((deletes_at > requested_at)),
  CONSTRAINT user_deletions_pk PRIMARY KEY (user_id),
  CONSTRAINT user_deletions_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE INDEX user_deletions_due ON public.user_deletions USING btree (deletes_at, user_id);
GRANT DELETE, INSERT, SELECT ON TABLE public.user_deletions TO cliffhanger_app;

-- Table public.user_devices
CREATE TABLE public.user_devices (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  device_id text,
  platform text,
  app_version text,
  os_version text,
  model text,
  last_ip text,
  first_seen timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  last_seen timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  secret_hash bytea,
  CONSTRAINT user_devices_pk PRIMARY KEY (user_id, id),
  CONSTRAINT user_devices_secret_hash CHECK ((octet_length(secret_hash) = 32)),
  CONSTRAINT user_devices_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE INDEX user_devices_device ON public.user_devices USING btree (device_id, last_seen);
CREATE UNIQUE INDEX user_devices_unique ON public.user_devices USING btree (user_id, device_id);
GRANT INSERT, SELECT, UPDATE ON TABLE public.user_devices TO cliffhanger_app;

-- Table public.user_erasures
CREATE TABLE public.user_erasures (
  user_id uuid NOT NULL,
  requested_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT user_erasures_pk PRIMARY KEY (user_id),
  CONSTRAINT user_erasures_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE INDEX user_erasures_oldest ON public.user_erasures USING btree (requested_at, user_id);
GRANT DELETE, INSERT, SELECT ON TABLE public.user_erasures TO cliffhanger_app;

-- Table public.user_identities
CREATE TABLE public.user_identities (
  provider text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT user_identities_once UNIQUE (user_id, provider),
  CONSTRAINT user_identities_pk PRIMARY KEY (provider, subject),
  CONSTRAINT user_identities_provider CHECK ((provider ~ '^[a-z][a-z0-9_]{0,39}$'::text)),
  CONSTRAINT user_identities_subject CHECK (((length(subject) >= 1) AND (length(subject) <= 255))),
  CONSTRAINT user_identities_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
GRANT DELETE, INSERT, SELECT ON TABLE public.user_identities TO cliffhanger_app;

-- Table public.user_last_seen
CREATE TABLE public.user_last_seen (
  user_id uuid NOT NULL,
  last_seen_at timestamp(3) with time zone,
  CONSTRAINT user_last_seen_pk PRIMARY KEY (user_id),
  CONSTRAINT user_last_seen_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
) WITH (fillfactor=80);
CREATE INDEX user_last_seen_listed ON public.user_last_seen USING btree (last_seen_at, user_id);
CREATE INDEX user_last_seen_unseen ON public.user_last_seen USING btree (user_id) WHERE (last_seen_at IS NULL);
GRANT SELECT ON TABLE public.user_last_seen TO cliffhanger_app;
GRANT UPDATE (last_seen_at) ON TABLE public.user_last_seen TO cliffhanger_app;

-- Table public.user_listing
CREATE TABLE public.user_listing (
  user_id uuid NOT NULL,
  status text NOT NULL,
  country_code text,
  is_guest boolean NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  total_spend_cents bigint DEFAULT 0 NOT NULL,
  CONSTRAINT user_listing_pk PRIMARY KEY (user_id),
  CONSTRAINT user_listing_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE INDEX user_listing_country ON public.user_listing USING btree (country_code, created_at, user_id);
CREATE INDEX user_listing_created ON public.user_listing USING btree (created_at, user_id);
CREATE INDEX user_listing_spend ON public.user_listing USING btree (total_spend_cents, user_id);
CREATE INDEX user_listing_status ON public.user_listing USING btree (status, created_at, user_id) WHERE (status <> 'active'::text);
GRANT SELECT ON TABLE public.user_listing TO cliffhanger_app;
GRANT UPDATE (total_spend_cents) ON TABLE public.user_listing TO cliffhanger_app;

-- Table public.user_moves
CREATE TABLE public.user_moves (
  user_id uuid NOT NULL,
  day date NOT NULL,
  country_code text NOT NULL,
  CONSTRAINT user_moves_pk PRIMARY KEY (user_id, day),
  CONSTRAINT user_moves_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE INDEX user_moves_day ON public.user_moves USING btree (day);
GRANT SELECT ON TABLE public.user_moves TO cliffhanger_app;

-- Table public.user_notes
CREATE TABLE public.user_notes (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  body text NOT NULL,
  admin_id uuid NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  deleted_at timestamp(3) with time zone,
  CONSTRAINT user_notes_admin_fk FOREIGN KEY (admin_id) REFERENCES public.admins(id),
  CONSTRAINT user_notes_body CHECK (((length(body) >= 1) AND (length(body) <= 2000))),
  CONSTRAINT user_notes_pk PRIMARY KEY (user_id, id),
  CONSTRAINT user_notes_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE INDEX user_notes_admin ON public.user_notes USING btree (admin_id);
CREATE INDEX user_notes_newest ON public.user_notes USING btree (user_id, created_at, id) WHERE (deleted_at IS NULL);
GRANT INSERT, SELECT, UPDATE ON TABLE public.user_notes TO cliffhanger_app;

-- Table public.user_past_countries
CREATE TABLE public.user_past_countries (
  user_id uuid NOT NULL,
  up_to_no bigint NOT NULL,
  country_code text NOT NULL,
  CONSTRAINT user_past_countries_pk PRIMARY KEY (user_id, up_to_no),
  CONSTRAINT user_past_countries_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
GRANT SELECT ON TABLE public.user_past_countries TO cliffhanger_app;

-- Table public.user_revoked_tokens
CREATE TABLE public.user_revoked_tokens (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT user_revoked_tokens_pk PRIMARY KEY (id),
  CONSTRAINT user_revoked_tokens_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE INDEX user_revoked_tokens_expiry ON public.user_revoked_tokens USING btree (expires_at);
CREATE INDEX user_revoked_tokens_user ON public.user_revoked_tokens USING btree (user_id);
CREATE TRIGGER user_revoked_tokens_emit AFTER INSERT ON public.user_revoked_tokens FOR EACH ROW EXECUTE FUNCTION public.emit_token_revocation();
GRANT DELETE, INSERT, SELECT ON TABLE public.user_revoked_tokens TO cliffhanger_app;

-- Table public.users
CREATE TABLE public.users (
  id uuid NOT NULL,
  is_guest boolean NOT NULL,
  email text,
  phone_e164 text,
  display_name text,
  avatar_url text,
  country_code text,
  language text,
  auth_provider text NOT NULL,
  password_hash text,
  status text DEFAULT 'active'::text NOT NULL,
  suspended_until timestamp(3) with time zone,
  suspend_reason text,
  ban_reason text,
  token_version integer DEFAULT 1 NOT NULL,
  streak_current integer DEFAULT 0 NOT NULL,
  streak_longest integer DEFAULT 0 NOT NULL,
  streak_last_claim date,
  push_drops boolean DEFAULT true NOT NULL,
  push_marketing boolean DEFAULT true NOT NULL,
  push_moderation boolean DEFAULT true NOT NULL,
  commenting_suspended boolean DEFAULT false NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT users_auth_provider CHECK ((auth_provider ~ '^[a-z][a-z0-9_]{0,39}$'::text)),
  CONSTRAINT users_country CHECK ((country_code ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT users_deleted_is_nobody CHECK (((status <> 'deleted'::text) OR (COALESCE(email, phone_e164, display_name, avatar_url, password_hash) IS NULL))),
  CONSTRAINT users_guest_has_no_contact CHECK (((NOT is_guest) OR ((email IS NULL) AND (phone_e164 IS NULL)))),
  CONSTRAINT users_pk PRIMARY KEY (id),
  CONSTRAINT users_status CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text, 'banned'::text, 'deleted'::text])))
);
CREATE UNIQUE INDEX users_email_unique ON public.users USING btree (lower(email));
CREATE INDEX users_folded_name ON public.users USING gin (translate(lower(display_name), 'أإآٱىئیةؤـًٌٍَُِّْٰ'::text, 'اااايييهو'::text) public.gin_trgm_ops);
CREATE INDEX users_search ON public.users USING gin (lower(email) public.gin_trgm_ops, lower(display_name) public.gin_trgm_ops, regexp_replace(phone_e164, '\D'::text, ''::text, 'g'::text) public.gin_trgm_ops);
CREATE INDEX users_suspended ON public.users USING btree (suspended_until) WHERE (status = 'suspended'::text);
CREATE TRIGGER users_coin_move AFTER UPDATE OF country_code ON public.users FOR EACH ROW WHEN ((old.country_code IS DISTINCT FROM new.country_code)) EXECUTE FUNCTION public.keep_coin_move();
CREATE TRIGGER users_emit AFTER UPDATE OF status, token_version, country_code, language, is_guest ON public.users FOR EACH ROW WHEN ((((((old.status IS DISTINCT FROM new.status) OR (old.token_version IS DISTINCT FROM new.token_version)) OR (old.country_code IS DISTINCT FROM new.country_code)) OR (old.language IS DISTINCT FROM new.language)) OR (old.is_guest IS DISTINCT FROM new.is_guest))) EXECUTE FUNCTION public.emit_user_change();
CREATE TRIGGER users_listed AFTER INSERT ON public.users FOR EACH ROW EXECUTE FUNCTION public.list_user();
CREATE TRIGGER users_moved AFTER UPDATE OF country_code ON public.users FOR EACH ROW WHEN ((old.country_code IS DISTINCT FROM new.country_code)) EXECUTE FUNCTION public.note_user_move();
CREATE TRIGGER users_past_country AFTER UPDATE OF country_code ON public.users FOR EACH ROW WHEN ((old.country_code IS DISTINCT FROM new.country_code)) EXECUTE FUNCTION public.keep_past_country();
CREATE TRIGGER users_registered AFTER UPDATE OF is_guest ON public.users FOR EACH ROW WHEN ((old.is_guest AND (NOT new.is_guest) AND (new.status <> 'deleted'::text))) EXECUTE FUNCTION public.note_guest_registration();
CREATE TRIGGER users_relisted AFTER UPDATE OF status, country_code, is_guest ON public.users FOR EACH ROW WHEN ((((old.status IS DISTINCT FROM new.status) OR (old.country_code IS DISTINCT FROM new.country_code)) OR (old.is_guest IS DISTINCT FROM new.is_guest))) EXECUTE FUNCTION public.list_user();
GRANT INSERT, SELECT, UPDATE ON TABLE public.users TO cliffhanger_app;

-- Table public.viewer_events
CREATE TABLE public.viewer_events (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  name text NOT NULL,
  series_id uuid,
  episode_id uuid,
  props jsonb,
  received_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT viewer_events_name CHECK (((name ~ '^[a-z][a-z0-9_]*$'::text) AND (length(name) <= 64))),
  CONSTRAINT viewer_events_pk PRIMARY KEY (user_id, id, at)
) PARTITION BY RANGE (at);
CREATE TRIGGER viewer_events_late AFTER INSERT ON public.viewer_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.note_late_events();
GRANT INSERT, SELECT ON TABLE public.viewer_events TO cliffhanger_app;
GRANT UPDATE (props) ON TABLE public.viewer_events TO cliffhanger_app;

-- Table public.watches
CREATE TABLE public.watches (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  episode_id uuid NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  seconds_watched integer NOT NULL,
  completed boolean NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT watches_episode_fk FOREIGN KEY (episode_id) REFERENCES public.episodes(id),
  CONSTRAINT watches_once UNIQUE (user_id, episode_id, started_at),
  CONSTRAINT watches_period CHECK (((ended_at IS NULL) OR (ended_at >= started_at))),
  CONSTRAINT watches_pk PRIMARY KEY (user_id, id),
  CONSTRAINT watches_seconds CHECK (((seconds_watched >= 0) AND (seconds_watched <= 86400))),
  CONSTRAINT watches_user_fk FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE INDEX watches_day ON public.watches USING btree (started_at);
CREATE INDEX watches_episode ON public.watches USING btree (episode_id, started_at);
CREATE INDEX watches_newest ON public.watches USING btree (user_id, started_at, id);
CREATE TRIGGER watches_counted AFTER INSERT ON public.watches REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_series_starts();
CREATE TRIGGER watches_late AFTER INSERT ON public.watches REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.note_late_watches();
CREATE TRIGGER watches_late_change AFTER UPDATE ON public.watches REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.note_late_watches();
GRANT INSERT, SELECT, UPDATE ON TABLE public.watches TO cliffhanger_app;

-- Table public.webhook_events
CREATE TABLE public.webhook_events (
  id uuid NOT NULL,
  source text NOT NULL,
  event_id text NOT NULL,
  payload jsonb,
  outcome text NOT NULL,
  detail text,
  replays integer DEFAULT 0 NOT NULL,
  received_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  replayed_at timestamp(3) with time zone,
  occurred_at timestamp(3) with time zone,
  attempts integer DEFAULT 1 NOT NULL,
  next_attempt_at timestamp(3) with time zone,
  last_error text,
  faults jsonb,
  event jsonb,
  message_digest text,
  waits_for text,
  CONSTRAINT webhook_events_once UNIQUE (source, event_id),
  CONSTRAINT webhook_events_open CHECK (((next_attempt_at IS NULL) OR (outcome = ANY (ARRAY['received'::text, 'failed'::text])))),
  CONSTRAINT webhook_events_outcome CHECK ((outcome = ANY (ARRAY['received'::text, 'applied'::text, 'ignored'::text, 'unmatched'::text, 'malformed'::text, 'failed'::text]))),
  CONSTRAINT webhook_events_pk PRIMARY KEY (id)
);
CREATE INDEX webhook_events_due ON public.webhook_events USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE UNIQUE INDEX webhook_events_message_once ON public.webhook_events USING btree (message_digest);
CREATE INDEX webhook_events_newest ON public.webhook_events USING btree (received_at, id);
CREATE INDEX webhook_events_outcome_newest ON public.webhook_events USING btree (outcome, received_at, id);
CREATE INDEX webhook_events_payment ON public.webhook_events USING btree (COALESCE((event #>> '{purchase,transactionId}'::text[]), (event #>> '{subscription,transactionId}'::text[]))) WHERE (source ~~ 'payments:%'::text);
CREATE INDEX webhook_events_provider ON public.webhook_events USING btree (((payload ->> 'providerId'::text)), received_at, id) WHERE (source = 'media'::text);
CREATE INDEX webhook_events_purchase ON public.webhook_events USING btree (((event #>> '{purchase,purchaseId}'::text[]))) WHERE ((source ~~ 'payments:%'::text) AND ((event #>> '{purchase,purchaseId}'::text[]) IS NOT NULL));
CREATE INDEX webhook_events_reported ON public.webhook_events USING btree (received_at, id) WHERE (NOT ((payload ->> 'status'::text) IS DISTINCT FROM 'failed'::text));
CREATE INDEX webhook_events_source_newest ON public.webhook_events USING btree (source, received_at, id);
CREATE INDEX webhook_events_waits ON public.webhook_events USING btree (source, waits_for) WHERE (waits_for IS NOT NULL);
CREATE TRIGGER webhook_events_kept BEFORE DELETE ON public.webhook_events FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER webhook_events_no_truncate BEFORE TRUNCATE ON public.webhook_events FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
GRANT INSERT, SELECT ON TABLE public.webhook_events TO cliffhanger_app;
GRANT UPDATE (payload, outcome, detail, replays, replayed_at, occurred_at, attempts, next_attempt_at, last_error, event, waits_for) ON TABLE public.webhook_events TO cliffhanger_app;

-- Table public.webhook_originals
CREATE TABLE public.webhook_originals (
  webhook_id uuid NOT NULL,
  content text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT public.clock() NOT NULL,
  CONSTRAINT webhook_originals_pk PRIMARY KEY (webhook_id),
  CONSTRAINT webhook_originals_webhook_fk FOREIGN KEY (webhook_id) REFERENCES public.webhook_events(id)
);
CREATE INDEX webhook_originals_oldest ON public.webhook_originals USING btree (created_at);
GRANT DELETE, INSERT, SELECT ON TABLE public.webhook_originals TO cliffhanger_app;

-- Table public.webhook_rejections
CREATE TABLE public.webhook_rejections (
  source text NOT NULL,
  reason text NOT NULL,
  hour timestamp(3) with time zone NOT NULL,
  count integer NOT NULL,
  last_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT webhook_rejections_count CHECK ((count > 0)),
  CONSTRAINT webhook_rejections_pk PRIMARY KEY (source, reason, hour),
  CONSTRAINT webhook_rejections_reason CHECK ((reason ~ '^[a-z_]{1,40}$'::text))
);
CREATE INDEX webhook_rejections_oldest ON public.webhook_rejections USING btree (hour);
GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE public.webhook_rejections TO cliffhanger_app;

-- View public.admin_callers
CREATE VIEW public.admin_callers AS
 SELECT a.id,
    a.email,
    r.name AS role,
    r.permissions,
    a.is_active,
    a.token_version,
    a.must_reset_password
   FROM (public.admins a
     JOIN public.roles r ON ((r.id = a.role_id)))
  WHERE (a.deleted_at IS NULL);
GRANT SELECT ON TABLE public.admin_callers TO cliffhanger_app;

-- View public.admin_names
CREATE VIEW public.admin_names AS
 SELECT id,
    email,
    name
   FROM public.admins;
GRANT SELECT ON TABLE public.admin_names TO cliffhanger_app;

-- View public.alert_targets
CREATE VIEW public.alert_targets AS
 SELECT id,
    subject_type,
    subject_id
   FROM public.alerts;
GRANT SELECT ON TABLE public.alert_targets TO cliffhanger_app;

-- View public.approval_targets
CREATE VIEW public.approval_targets AS
 SELECT id,
    target_type,
    target_id
   FROM public.approvals;
GRANT SELECT ON TABLE public.approval_targets TO cliffhanger_app;

-- View public.archived_item_images
CREATE VIEW public.archived_item_images AS
 SELECT episodes.thumb_asset_id AS asset_id
   FROM public.episodes
  WHERE ((episodes.status = 'archived'::text) AND (episodes.deleted_at IS NULL) AND (episodes.thumb_asset_id IS NOT NULL))
UNION ALL
 SELECT series.poster_asset_id AS asset_id
   FROM public.series
  WHERE ((series.status = 'archived'::text) AND (series.deleted_at IS NULL) AND (series.poster_asset_id IS NOT NULL))
UNION ALL
 SELECT series.hero_asset_id AS asset_id
   FROM public.series
  WHERE ((series.status = 'archived'::text) AND (series.deleted_at IS NULL) AND (series.hero_asset_id IS NOT NULL));
GRANT SELECT ON TABLE public.archived_item_images TO cliffhanger_app;

-- View public.asset_names
CREATE VIEW public.asset_names AS
 SELECT id,
    source_file_name
   FROM public.media_assets;
GRANT SELECT ON TABLE public.asset_names TO cliffhanger_app;

-- View public.audit_entries
CREATE VIEW public.audit_entries AS
 SELECT a.id,
    a.action,
    a.admin_id,
    a.admin_email,
    a.target_type,
    a.target_id,
        CASE
            WHEN ((t.entry_id IS NULL) OR (a.reason IS NULL)) THEN a.reason
            ELSE COALESCE(t.reason, '[erased]'::text)
        END AS reason,
    a.before,
        CASE
            WHEN ((t.entry_id IS NOT NULL) AND ((a.after ->> 'note'::text) ~~ 'sha256:%'::text)) THEN jsonb_set(a.after, '{note}'::text[], to_jsonb(COALESCE(t.note, '[erased]'::text)))
            ELSE a.after
        END AS after,
    a.flags,
    a.request_id,
    a.ip,
    a.created_at
   FROM (public.audit_log a
     LEFT JOIN public.audit_texts t ON ((t.entry_id = a.id)));
GRANT SELECT ON TABLE public.audit_entries TO cliffhanger_app;

-- View public.coin_package_names
CREATE VIEW public.coin_package_names AS
 SELECT id,
    sku,
    json_build_object('kind', 'coin_pack', 'productName', NULL::unknown, 'coinsGranted', coins, 'bonusCoins', bonus_coins) AS bought
   FROM public.coin_packages;
GRANT SELECT ON TABLE public.coin_package_names TO cliffhanger_app;

-- View public.collection_names
CREATE VIEW public.collection_names AS
 SELECT id,
    slug,
    title_i18n
   FROM public.collections;
GRANT SELECT ON TABLE public.collection_names TO cliffhanger_app;

-- View public.comment_names
CREATE VIEW public.comment_names AS
 SELECT id,
    "left"(body, 80) AS excerpt
   FROM public.comments;
GRANT SELECT ON TABLE public.comment_names TO cliffhanger_app;

-- View public.comment_report_targets
CREATE VIEW public.comment_report_targets AS
 SELECT id,
    comment_id
   FROM public.comment_reports;
GRANT SELECT ON TABLE public.comment_report_targets TO cliffhanger_app;

-- View public.completed_payments
CREATE VIEW public.completed_payments AS
 SELECT id,
    user_id,
    kind,
    platform,
    region,
    amount_usd_cents,
    completed_at
   FROM public.transactions
  WHERE ((status <> 'pending'::text) AND (environment = 'production'::text) AND (NOT is_family_shared));
GRANT SELECT ON TABLE public.completed_payments TO cliffhanger_app;

-- View public.confirmed_second_factors
CREATE VIEW public.confirmed_second_factors AS
 SELECT admin_id
   FROM public.admin_second_factors
  WHERE (confirmed_at IS NOT NULL);
GRANT SELECT ON TABLE public.confirmed_second_factors TO cliffhanger_app;

-- View public.current_episodes
CREATE VIEW public.current_episodes AS
 SELECT e.id,
    e.series_id,
    e.episode_number,
    s.free_episodes,
    e.status,
    s.status AS series_status,
    e.cliffhanger_score,
    e.media_asset_id
   FROM (public.episodes e
     JOIN public.series s ON ((s.id = e.series_id)))
  WHERE ((e.deleted_at IS NULL) AND (s.deleted_at IS NULL));
GRANT SELECT ON TABLE public.current_episodes TO cliffhanger_app;

-- View public.current_series
CREATE VIEW public.current_series AS
 SELECT id,
    slug,
    title,
    title_i18n,
    synopsis,
    synopsis_i18n,
    genre_slug,
    tropes,
    free_episodes,
    poster_asset_id,
    hero_asset_id,
    editorial_hero_score,
    status,
    published_at
   FROM public.series
  WHERE (deleted_at IS NULL);
GRANT SELECT ON TABLE public.current_series TO cliffhanger_app;

-- View public.episode_names
CREATE VIEW public.episode_names AS
 SELECT id,
    series_id,
    episode_number,
    title,
    thumb_asset_id,
    title_i18n
   FROM public.episodes;
GRANT SELECT ON TABLE public.episode_names TO cliffhanger_app;

-- View public.executed_refunds
CREATE VIEW public.executed_refunds AS
 SELECT user_id,
    purchase_id,
    amount_usd_cents,
    executed_at
   FROM public.refunds
  WHERE ((status = 'executed'::text) AND (reversed_at IS NULL));
GRANT SELECT ON TABLE public.executed_refunds TO cliffhanger_app;

-- View public.item_images
CREATE VIEW public.item_images AS
 SELECT episodes.thumb_asset_id AS asset_id,
    episodes.status
   FROM public.episodes
  WHERE ((episodes.deleted_at IS NULL) AND (episodes.thumb_asset_id IS NOT NULL))
UNION ALL
 SELECT series.poster_asset_id AS asset_id,
    series.status
   FROM public.series
  WHERE ((series.deleted_at IS NULL) AND (series.poster_asset_id IS NOT NULL))
UNION ALL
 SELECT series.hero_asset_id AS asset_id,
    series.status
   FROM public.series
  WHERE ((series.deleted_at IS NULL) AND (series.hero_asset_id IS NOT NULL));
GRANT SELECT ON TABLE public.item_images TO cliffhanger_app;

-- View public.kept_unlocks
CREATE VIEW public.kept_unlocks AS
 SELECT user_id,
    id,
    episode_id,
    coins,
    created_at
   FROM public.unlocks;
GRANT SELECT ON TABLE public.kept_unlocks TO cliffhanger_app;

-- View public.ledger_rows
CREATE VIEW public.ledger_rows AS
 SELECT n.id,
    n.xid,
    n.user_id,
    n.event_id,
    n.account,
    n.amount,
    e.no,
    e.created_at
   FROM (ledger.entries n
     LEFT JOIN ledger.events e ON (((e.id = n.event_id) AND (e.user_id = n.user_id))));
GRANT SELECT ON TABLE public.ledger_rows TO cliffhanger_app;

-- View public.multiplier_uses
CREATE VIEW public.multiplier_uses AS
 SELECT user_id,
    transaction_id,
    coins_granted,
    event_id
   FROM public.promo_redemptions
  WHERE (transaction_id IS NOT NULL);
GRANT SELECT ON TABLE public.multiplier_uses TO cliffhanger_app;

-- View public.payment_events
CREATE VIEW public.payment_events AS
 SELECT id,
    source,
    outcome,
    detail,
    payload,
    occurred_at,
    received_at,
    COALESCE((event #>> '{purchase,transactionId}'::text[]), (event #>> '{subscription,transactionId}'::text[])) AS transaction_id,
    (event #>> '{purchase,purchaseId}'::text[]) AS purchase_id
   FROM public.webhook_events
  WHERE (source ~~ 'payments:%'::text);
GRANT SELECT ON TABLE public.payment_events TO cliffhanger_app;

-- View public.price_override_targets
CREATE VIEW public.price_override_targets AS
 SELECT id,
    COALESCE(episode_id, series_id, id) AS item_id,
    scope,
    market
   FROM public.price_overrides;
GRANT SELECT ON TABLE public.price_override_targets TO cliffhanger_app;

-- View public.promo_codes
CREATE VIEW public.promo_codes AS
 SELECT id,
    code
   FROM public.promos;
GRANT SELECT ON TABLE public.promo_codes TO cliffhanger_app;

-- View public.promo_hours
CREATE VIEW public.promo_hours AS
 SELECT subject AS promo_id,
    hour,
    amount AS coins
   FROM public.alert_hours h
  WHERE (figure = 'promo_coins'::text);
GRANT SELECT ON TABLE public.promo_hours TO cliffhanger_app;

-- View public.publish_schedule_targets
CREATE VIEW public.publish_schedule_targets AS
 SELECT id,
    ref_type,
    ref_id
   FROM public.publish_schedules;
GRANT SELECT ON TABLE public.publish_schedule_targets TO cliffhanger_app;

-- View public.purchase_names
CREATE VIEW public.purchase_names AS
 SELECT id,
    user_id,
    kind,
    product_id,
    platform,
    coins_granted,
    bonus_coins,
    json_build_object('kind', kind, 'productName', ( SELECT n.name
           FROM public.subscription_product_names n
          WHERE ((t.kind = 'subscription'::text) AND (n.product_id = t.product_id))
         LIMIT 1), 'coinsGranted', coins_granted, 'bonusCoins', bonus_coins) AS bought
   FROM public.transactions t;
GRANT SELECT ON TABLE public.purchase_names TO cliffhanger_app;

-- View public.purchase_refunds
CREATE VIEW public.purchase_refunds AS
 SELECT user_id,
    purchase_id,
    amount_cents,
    currency,
        CASE
            WHEN (requested_by IS NULL) THEN amount_cents
            ELSE confirmed_cents
        END AS returned_cents,
    COALESCE(confirmed_at, executed_at) AS returned_at,
    reversed_at
   FROM public.refunds
  WHERE (status = 'executed'::text);
GRANT SELECT ON TABLE public.purchase_refunds TO cliffhanger_app;

-- View public.purchased_packages
CREATE VIEW public.purchased_packages AS
 SELECT package_id
   FROM public.transactions
  WHERE (package_id IS NOT NULL);
GRANT SELECT ON TABLE public.purchased_packages TO cliffhanger_app;

-- View public.push_campaign_names
CREATE VIEW public.push_campaign_names AS
 SELECT id,
    title_i18n
   FROM public.push_campaigns;
GRANT SELECT ON TABLE public.push_campaign_names TO cliffhanger_app;

-- View public.rail_names
CREATE VIEW public.rail_names AS
 SELECT r.id,
    c.title_i18n,
    r.collection_id
   FROM (public.rails r
     JOIN public.collections c ON ((c.id = r.collection_id)));
GRANT SELECT ON TABLE public.rail_names TO cliffhanger_app;

-- View public.rail_payments
CREATE VIEW public.rail_payments AS
 SELECT id,
    user_id,
    kind,
    platform,
    transaction_id,
    product_id,
    status,
    amount_cents,
    currency,
    refunded_cents,
    created_at,
    paid_at,
    failure_reason,
    quantity
   FROM public.transactions
  WHERE ((environment = 'production'::text) AND (NOT is_family_shared));
GRANT SELECT ON TABLE public.rail_payments TO cliffhanger_app;

-- View public.ready_assets
CREATE VIEW public.ready_assets AS
 SELECT id,
    kind,
    episode_id,
    lang,
    playback_id
   FROM public.media_assets
  WHERE ((status = 'ready'::text) AND (deleted_at IS NULL));
GRANT SELECT ON TABLE public.ready_assets TO cliffhanger_app;

-- View public.reconciliation_names
CREATE VIEW public.reconciliation_names AS
 SELECT id,
    file_name
   FROM public.reconciliation_runs;
GRANT SELECT ON TABLE public.reconciliation_names TO cliffhanger_app;

-- View public.refund_names
CREATE VIEW public.refund_names AS
 SELECT id,
    product_id,
    ( SELECT p.bought
           FROM public.purchase_names p
          WHERE ((p.user_id = r.user_id) AND (p.id = r.purchase_id))) AS bought
   FROM public.refunds r;
GRANT SELECT ON TABLE public.refund_names TO cliffhanger_app;

-- View public.related_decisions
CREATE VIEW public.related_decisions AS
 SELECT id,
    kind,
    requested_by,
    decided_by,
    decided_at,
    created_at,
    decider_bound
   FROM public.approvals
  WHERE (decider_bound OR decider_related);
GRANT SELECT ON TABLE public.related_decisions TO cliffhanger_app;

-- View public.role_names
CREATE VIEW public.role_names AS
 SELECT id,
    name
   FROM public.roles;
GRANT SELECT ON TABLE public.role_names TO cliffhanger_app;

-- View public.running_subscriptions
CREATE VIEW public.running_subscriptions AS
 SELECT user_id,
    id,
    product_id
   FROM public.subscriptions s
  WHERE ((status <> 'expired'::text) AND (current_period_end > public.clock()) AND ((current_period_start <= public.clock()) OR (EXISTS ( SELECT
           FROM public.subscription_events e
          WHERE ((e.user_id = s.user_id) AND (e.subscription_id = s.id) AND (e.type <> 'expired'::text) AND (e.refund_of IS NULL) AND (e.period_start <= public.clock()) AND (e.period_end > public.clock()) AND (NOT (EXISTS ( SELECT
                   FROM public.subscription_events r
                  WHERE ((r.user_id = e.user_id) AND (r.subscription_id = e.subscription_id) AND r.is_whole_refund AND
                        CASE
                            WHEN (e.is_paid AND (e.transaction_id IS NOT NULL)) THEN (r.refund_of = e.transaction_id)
                            ELSE ((r.period_start = e.period_start) AND ((NOT e.is_paid) OR (r.occurred_at >= e.occurred_at)))
                        END)))))))));
GRANT SELECT ON TABLE public.running_subscriptions TO cliffhanger_app;

-- View public.saved_view_names
CREATE VIEW public.saved_view_names AS
 SELECT id,
    name
   FROM public.saved_views;
GRANT SELECT ON TABLE public.saved_view_names TO cliffhanger_app;

-- View public.segment_names
CREATE VIEW public.segment_names AS
 SELECT id,
    name
   FROM public.segments;
GRANT SELECT ON TABLE public.segment_names TO cliffhanger_app;

-- View public.series_links
CREATE VIEW public.series_links AS
 SELECT id,
    slug,
    title,
    title_i18n
   FROM public.series
  WHERE (deleted_at IS NULL);
GRANT SELECT ON TABLE public.series_links TO cliffhanger_app;

-- View public.series_names
CREATE VIEW public.series_names AS
 SELECT id,
    title,
    title_i18n,
    poster_asset_id
   FROM public.series;
GRANT SELECT ON TABLE public.series_names TO cliffhanger_app;

-- View public.subscription_product_names
CREATE VIEW public.subscription_product_names AS
 SELECT id,
    name,
    product_id
   FROM public.subscription_products;
GRANT SELECT ON TABLE public.subscription_product_names TO cliffhanger_app;

-- View public.subscription_targets
CREATE VIEW public.subscription_targets AS
 SELECT id,
    user_id
   FROM public.subscriptions;
GRANT SELECT ON TABLE public.subscription_targets TO cliffhanger_app;

-- View public.told_events
CREATE VIEW public.told_events AS
 SELECT user_id,
    at,
    name,
    series_id,
    episode_id
   FROM public.viewer_events;
GRANT SELECT ON TABLE public.told_events TO cliffhanger_app;

-- View public.unapplied_payment_events
CREATE VIEW public.unapplied_payment_events AS
 SELECT id,
    source,
    outcome,
    (payload ->> 'type'::text) AS type,
    ((payload -> 'data'::text) ->> 'transactionId'::text) AS transaction_id,
    ((payload -> 'data'::text) ->> 'userId'::text) AS user_id,
    ((payload -> 'data'::text) ->> 'productId'::text) AS product_id,
    received_at
   FROM public.webhook_events
  WHERE ((outcome = ANY (ARRAY['unmatched'::text, 'failed'::text, 'malformed'::text])) AND (source ~~ 'payments:%'::text));
GRANT SELECT ON TABLE public.unapplied_payment_events TO cliffhanger_app;

-- View public.unbalanced_events
CREATE VIEW public.unbalanced_events AS
 SELECT event_id
   FROM ledger.breaks
  WHERE (what = 'does not net to zero'::text);
GRANT SELECT ON TABLE public.unbalanced_events TO cliffhanger_app;

-- View public.upcoming_publishes
CREATE VIEW public.upcoming_publishes AS
 SELECT ref_type,
    ref_id,
    run_at
   FROM public.publish_schedules
  WHERE (status = 'pending'::text);
GRANT SELECT ON TABLE public.upcoming_publishes TO cliffhanger_app;

-- View public.user_device_ids
CREATE VIEW public.user_device_ids AS
 SELECT user_id,
    device_id
   FROM public.user_devices;
GRANT SELECT ON TABLE public.user_device_ids TO cliffhanger_app;

-- View public.user_device_platforms
CREATE VIEW public.user_device_platforms AS
 SELECT user_id,
    platform
   FROM public.user_devices;
GRANT SELECT ON TABLE public.user_device_platforms TO cliffhanger_app;

-- View public.user_profiles
CREATE VIEW public.user_profiles AS
 SELECT id,
    email,
    phone_e164,
    display_name,
    avatar_url,
    country_code,
    language,
    is_guest,
    status,
    created_at,
    commenting_suspended
   FROM public.users;
GRANT SELECT ON TABLE public.user_profiles TO cliffhanger_app;

-- View public.user_push_choices
CREATE VIEW public.user_push_choices AS
 SELECT id AS user_id,
    country_code,
    language,
    status,
    suspended_until,
    push_drops AS drops,
    push_marketing AS marketing,
    push_moderation AS moderation
   FROM public.users;
GRANT SELECT ON TABLE public.user_push_choices TO cliffhanger_app;

-- View public.viewer_event_facts
CREATE VIEW public.viewer_event_facts AS
 SELECT user_id,
    at,
    name,
    series_id,
    episode_id
   FROM public.viewer_events;
GRANT SELECT ON TABLE public.viewer_event_facts TO cliffhanger_app;

-- View public.waiting_multipliers
CREATE VIEW public.waiting_multipliers AS
 SELECT user_id
   FROM public.promo_redemptions
  WHERE (used_at IS NULL);
GRANT SELECT ON TABLE public.waiting_multipliers TO cliffhanger_app;

-- View public.watched_episodes
CREATE VIEW public.watched_episodes AS
 SELECT user_id,
    episode_id,
    started_at,
    seconds_watched,
    completed
   FROM public.watches;
GRANT SELECT ON TABLE public.watched_episodes TO cliffhanger_app;

CREATE OR REPLACE FUNCTION ledger.check_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare broken record;
begin
  select * into broken from (
    select n.event_id as event, case
        when bool_or(e.id is null) then 'entries_sealed'
        when min(n.leg) <> 1 then 'entries_at_once'
        when bool_or(starts_with(n.account, 'wallet_') <> (n.seq is not null) or (n.seq is null) <> (n.total is null))
          then 'entries_numbered'
        when sum(n.amount) <> 0 or count(*) < 2 then 'ledger_zero_sum'
        when bool_or(n.seq <> coalesce(before.seq, 0) + 1 or n.total <> coalesce(before.total, 0) + n.amount)
          then 'ledger_chain'
        when max(e.paid_change) <> coalesce(sum(n.amount) filter (where n.account = 'wallet_paid'), 0)
          or max(e.bonus_change) <> coalesce(sum(n.amount) filter (where n.account = 'wallet_bonus'), 0)
          then 'events_change' end as rule
    from added n
    left join ledger.events e on e.id = n.event_id and e.user_id = n.user_id
      and e.xid = n.xid and e.xid = pg_current_xact_id()
    left join ledger.entries before on before.user_id = n.user_id and before.account = n.account
      and before.seq = n.seq - 1
    group by n.event_id) judged
  where rule is not null;
  if found then
    raise exception 'the rows of event % break the rule %', broken.event, broken.rule using constraint = broken.rule,
      errcode = case broken.rule when 'entries_sealed' then '23503' else '23514' end;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger.check_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare broken record;
begin
  select a.id as event, case when u.id is null then 'events_user_fk' else 'ledger_zero_sum' end as rule into broken
  from added a
  left join public.users u on u.id = a.user_id
  left join ledger.entries n on n.user_id = a.user_id and n.event_id = a.id
  where u.id is null or n.event_id is null;
  if found then
    raise exception 'event % breaks the rule %', broken.event, broken.rule using constraint = broken.rule,
      errcode = case broken.rule when 'events_user_fk' then '23503' else '23514' end;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger.event_lines(above bigint, up_to bigint, most integer)
 RETURNS TABLE(no bigint, line text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
  select e.no, '{"no":' || e.no || ',"id":"' || e.id || '","userId":"' || e.user_id || '","key":' || to_json(e.idem_key)::text
    || ',"reason":' || to_json(e.reason)::text || ',"refType":' || to_json(e.ref_type)::text || ',"refId":' || to_json(e.ref_id)::text
    || ',"createdAt":"' || to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","paidChange":' || e.paid_change || ',"bonusChange":' || e.bonus_change
    || ',"entries":[' || coalesce(n.entries, '') || ']}'
  from (
    select * from ledger.events t where t.no > above and t.no <= up_to order by t.no limit most) e
  cross join lateral (
    select string_agg('{"leg":' || r.leg || ',"account":' || to_json(r.account::text)::text || ',"amount":' || r.amount
      || ',"seq":' || coalesce(r.seq::text, 'null') || ',"total":' || coalesce(r.total::text, 'null')
      || coalesce(',"reason":' || to_json(r.reason)::text, '') || coalesce(',"refType":' || to_json(r.ref_type)::text, '')
      || coalesce(',"refId":' || to_json(r.ref_id)::text, '') || '}', ','
      order by r.leg) as entries
    from ledger.entries r where r.user_id = e.user_id and r.event_id = e.id) n
  order by e.no
$function$;
GRANT EXECUTE ON FUNCTION ledger.event_lines(bigint,bigint,integer) TO cliffhanger_app;

CREATE OR REPLACE FUNCTION ledger.post(items jsonb, wait boolean DEFAULT true)
 RETURNS TABLE(n integer, outcome text, event_id uuid, paid bigint, bonus bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare held uuid[];
begin
  if wait then
    select array_agg(l.id) into held
    from (select u.id from public.users u
      where u.id = any(array(select (e->>'user_id')::uuid from jsonb_array_elements(items) e))
      order by u.id for no key update) l;
  else
    select array_agg(l.id) into held
    from (select u.id from public.users u
      where u.id = any(array(select (e->>'user_id')::uuid from jsonb_array_elements(items) e))
      order by u.id for no key update skip locked) l;
  end if;
  -- Fewer than there are items: some are unknown or busy, or someone is named twice.
  if cardinality(held) is distinct from jsonb_array_length(items) then
    if jsonb_array_length(items) = 0 or exists (
      select from jsonb_array_elements(items) e group by (e->>'user_id')::uuid having count(*) > 1) then
      raise exception 'one movement for each user and call' using errcode = '22023';
    end if;
  end if;
  return query
  with item as (
    select x.*, x.user_id = any(coalesce(held, '{}')) as is_held
    from jsonb_to_recordset(items) as x (n integer, event_id uuid, idem_key text, user_id uuid, reason text,
      ref_type text, ref_id text, paid bigint, bonus bigint, spend ledger.spend, counter_paid text, counter_bonus text)),
  standing as (
    select i.*, coalesce(p.seq, 0) as paid_seq, coalesce(p.total, 0) as paid_total,
           coalesce(b.seq, 0) as bonus_seq, coalesce(b.total, 0) as bonus_total, e.id as done
    from item i
    left join lateral (select seq, total from ledger.entries
      where user_id = i.user_id and account = 'wallet_paid' and seq is not null order by seq desc limit 1) p on true
    left join lateral (select seq, total from ledger.entries
      where user_id = i.user_id and account = 'wallet_bonus' and seq is not null order by seq desc limit 1) b on true
    left join ledger.events e on e.user_id = i.user_id and e.idem_key = i.idem_key),
  split as (
    select s.*,
      case when spend is null then coalesce(s.bonus, 0) else -least(spend, bonus_total) end as bonus_change,
      case when spend is null then coalesce(s.paid, 0) else -(spend - least(spend, bonus_total)) end as paid_change
    from standing s),
  verdict as (
    select s.*, case
      when not is_held then case when exists (select from public.users u where u.id = s.user_id)
        then 'busy' else 'unknown_user' end
      when done is not null then case when exists (
        select from ledger.events e
        where e.user_id = s.user_id and e.id = s.done
          and (e.reason, e.ref_type, e.ref_id) = (s.reason, s.ref_type, s.ref_id)
          and case when s.spend is null
            then (e.paid_change, e.bonus_change) = (coalesce(s.paid, 0), coalesce(s.bonus, 0))
            else greatest(e.paid_change, e.bonus_change) <= 0 and e.paid_change + e.bonus_change = -s.spend end
          and not exists (select from ledger.entries o
            where o.user_id = e.user_id and o.event_id = e.id and o.seq is null
              and o.account is distinct from case o.leg when 2 then s.counter_bonus else s.counter_paid end))
        then 'replayed' else 'conflict' end
      when paid_total + paid_change < 0 or bonus_total + bonus_change < 0 then 'insufficient'
      when paid_change = 0 and bonus_change = 0 then 'nothing'
      else 'posted' end as outcome
    from split s),
  posted_events as (
    insert into ledger.events (id, user_id, idem_key, reason, ref_type, ref_id, paid_change, bonus_change)
    select event_id, user_id, idem_key, reason, ref_type, ref_id, paid_change, bonus_change
    from verdict where outcome = 'posted'),
  posted_entries as (
    insert into ledger.entries (user_id, event_id, leg, account, amount, seq, total)
    select v.user_id, v.event_id, l.leg, l.account, l.amount, l.seq, l.total
    from verdict v cross join lateral (values
      (1, 'wallet_bonus', bonus_change, bonus_seq + 1, bonus_total + bonus_change),
      (2, counter_bonus, -bonus_change, null, null),
      (case when bonus_change = 0 then 1 else 3 end, 'wallet_paid', paid_change, paid_seq + 1, paid_total + paid_change),
      (4, counter_paid, -paid_change, null, null)) l (leg, account, amount, seq, total)
    where v.outcome = 'posted' and l.amount <> 0),
  listed as (
    update public.user_balances t set balance_total = v.paid_total + v.bonus_total + v.paid_change + v.bonus_change
    from verdict v where v.outcome = 'posted' and t.user_id = v.user_id)
  select v.n, v.outcome, coalesce(v.done, case when v.outcome = 'posted' then v.event_id end),
         v.paid_total + case when v.outcome = 'posted' then v.paid_change else 0 end,
         v.bonus_total + case when v.outcome = 'posted' then v.bonus_change else 0 end
  from verdict v;
end $function$;
GRANT EXECUTE ON FUNCTION ledger.post(jsonb,boolean) TO cliffhanger_app;

CREATE OR REPLACE FUNCTION ledger.post_parts(event uuid, owner uuid, key text, cause jsonb, parts jsonb)
 RETURNS TABLE(outcome text, event_id uuid, paid bigint, bonus bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform from public.users u where u.id = owner for no key update;
  if not found then
    return query select 'unknown_user'::text, null::uuid, 0::bigint, 0::bigint;
    return;
  end if;
  return query
  with held as materialized (
    select w.account, coalesce(n.seq, 0) as seq, coalesce(n.total, 0) as total
    from (values ('wallet_bonus'), ('wallet_paid')) w (account)
    left join lateral (select seq, total from ledger.entries
      where user_id = owner and account = w.account and seq is not null order by seq desc limit 1) n on true),
  part as materialized (
    select p.*, row_number() over (order by p.n) as leg,
      h.seq + row_number() over wallet as seq, h.total + sum(p.amount) over wallet as total
    from rows from (jsonb_to_recordset(parts) as (account text, counter text, amount bigint, reason text, ref_type text,
      ref_id text)) with ordinality as p (account, counter, amount, reason, ref_type, ref_id, n)
    join held h on h.account = p.account
    where p.amount <> 0
    window wallet as (partition by p.account order by p.n)),
  entry as materialized (
    select leg * 2 - 1 as leg, account, amount, seq, total, reason, ref_type, ref_id from part
    union all
    select leg * 2, counter, -amount, null, null, reason, ref_type, ref_id from part),
  change as (
    select coalesce(sum(amount) filter (where account = 'wallet_paid'), 0)::bigint as paid,
      coalesce(sum(amount) filter (where account = 'wallet_bonus'), 0)::bigint as bonus from part),
  verdict as materialized (
    select c.paid, c.bonus, e.id as done, case
      when e.id is not null then case
        when (e.reason, e.ref_type, e.ref_id) = (cause->>'reason', cause->>'ref_type', cause->>'ref_id') and not exists (
          select from entry full join (select * from ledger.entries where user_id = owner and event_id = e.id) o using (leg)
          where (entry.account, entry.amount, entry.reason, entry.ref_type, entry.ref_id)
            is distinct from (o.account::text, o.amount::bigint, o.reason, o.ref_type, o.ref_id))
        then 'replayed' else 'conflict' end
      when exists (select from part where total < 0) then 'insufficient'
      when not exists (select from part) then 'nothing'
      else 'posted' end as outcome
    from change c left join ledger.events e on e.user_id = owner and e.idem_key = key),
  posted_event as (
    insert into ledger.events (id, user_id, idem_key, reason, ref_type, ref_id, paid_change, bonus_change)
    select event, owner, key, cause->>'reason', cause->>'ref_type', cause->>'ref_id', v.paid, v.bonus
    from verdict v where v.outcome = 'posted'),
  posted_entries as (
    insert into ledger.entries (user_id, event_id, leg, account, amount, seq, total, reason, ref_type, ref_id)
    select owner, event, n.leg, n.account, n.amount, n.seq, n.total, n.reason, n.ref_type, n.ref_id
    from entry n cross join verdict v where v.outcome = 'posted'),
  listed as (
    update public.user_balances t set balance_total = t.balance_total + v.paid + v.bonus
    from verdict v where v.outcome = 'posted' and t.user_id = owner)
  select v.outcome, coalesce(v.done, case when v.outcome = 'posted' then event end),
    (select total from held where account = 'wallet_paid') + case when v.outcome = 'posted' then v.paid else 0 end,
    (select total from held where account = 'wallet_bonus') + case when v.outcome = 'posted' then v.bonus else 0 end
  from verdict v;
end $function$;
GRANT EXECUTE ON FUNCTION ledger.post_parts(uuid,uuid,text,jsonb,jsonb) TO cliffhanger_app;

CREATE OR REPLACE FUNCTION ledger.prove(most integer, OUT events bigint, OUT more boolean)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  last ledger.proofs; since bigint; newest bigint; up_to bigint; seen bigint; span bigint := most;
  rows_most integer := most * 4; settled timestamptz := public.clock() - interval '1 minute';
  ahead timestamptz := public.clock() + interval '1 minute'; users uuid[]; ids uuid[]; owners uuid[]; accounts text[];
begin
  -- One at a time: two would prove the same events.
  perform pg_advisory_xact_lock(hashtextextended('ledger.prove', 0));
  select s.last_value into newest from ledger.events_no_seq s;
  select * into last from ledger.proofs p order by p.no desc limit 1;
  since := least(coalesce(last.up_to_no, 0), newest);
  loop
    with candidate as materialized (
      select e.no, e.id, e.user_id, (e.created_at >= settled and e.created_at < ahead)
          or (e.xid >= pg_snapshot_xmin(pg_current_snapshot()) and e.xid < pg_snapshot_xmax(pg_current_snapshot()))
          as is_open
      from ledger.events e where e.no > since and e.no <= least(since + span, newest) order by e.no limit most)
    select (select count(*) from candidate), count(*), max(c.no), array_agg(c.user_id), array_agg(c.id)
    into seen, events, up_to, users, ids
    from candidate c
    where c.no < coalesce((select min(o.no) from candidate o where o.is_open), 9223372036854775807);
    -- Numbers whose transactions were undone may leave a gap of any width.
    exit when seen > 0 or since + span >= newest;
    span := span * 8;
  end loop;
  more := events > 0 and events = seen and up_to < newest;
  if events > 0 then
    insert into ledger.breaks (user_id, event_id, what)
    select w.user_id, w.event_id, w.what from ledger.wrong_events(users, ids) w on conflict do nothing;
    select array_agg(w.user_id), array_agg(w.account) into owners, accounts from (
      select distinct n.user_id, n.account::text as account
      from unnest(users, ids) as r (user_id, event_id)
      join ledger.entries n on n.user_id = r.user_id and n.event_id = r.event_id
      where n.seq is not null and not exists (
        select from ledger.breaks b where b.user_id = n.user_id and (b.account is null or b.account = n.account))) w;
    if ledger.walk_wallets(owners, accounts, int8range(since, up_to, '(]'), rows_most) = rows_most then
      -- There may be more rows than fit: the same events are taken again, and their wallets from where they are now.
      events := 0;
      more := true;
    end if;
  end if;
  if events = 0 then up_to := since; end if;
  insert into ledger.proofs (holds, events, up_to_no, waiting_since, created_at)
  select not exists (select from ledger.breaks), prove.events, up_to,
    case when exists (select from ledger.events e where e.no > up_to)
      then coalesce(case when last.up_to_no = up_to then last.waiting_since end, public.clock()) end, public.clock();
  delete from ledger.proofs p where p.created_at < public.clock() - interval '30 days'
    and p.no < (select max(n.no) from ledger.proofs n);
end $function$;
GRANT EXECUTE ON FUNCTION ledger.prove(integer) TO cliffhanger_app;

CREATE OR REPLACE FUNCTION ledger.recheck(most integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  walked bigint; size integer; wallets text[]; is_broken boolean; b ledger.breaks;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger.prove', 0));
  for b in select * from ledger.breaks order by checked_at limit most loop
    delete from ledger.breaks d
    where (d.user_id, d.event_id, d.what) = (b.user_id, b.event_id, b.what) and d.account is not distinct from b.account;
    insert into ledger.breaks (user_id, event_id, what, found_at)
    select w.user_id, w.event_id, w.what, b.found_at from ledger.wrong_events(array[b.user_id], array[b.event_id]) w
    on conflict do nothing;
    continue when found and b.account is null;
    wallets := case when b.account is null then array['wallet_paid', 'wallet_bonus'] else array[b.account] end;
    -- A few rows tell whether it is mended, and only then is the rest worth reading.
    foreach size in array array[20, 20000] loop
      walked := ledger.walk_wallets(array_fill(b.user_id, array[cardinality(wallets)]), wallets, 'empty', size);
      update ledger.breaks f set found_at = b.found_at where f.user_id = b.user_id and f.account = b.account;
      is_broken := exists (select from ledger.breaks f where f.user_id = b.user_id
        and (b.account is null or f.account is null or f.account = b.account));
      exit when is_broken or walked < size;
    end loop;
    if walked = size and not is_broken then
      insert into ledger.breaks select b.user_id, b.event_id, b.what, b.account, b.found_at, public.clock()
      on conflict do nothing;
    end if;
  end loop;
end $function$;
GRANT EXECUTE ON FUNCTION ledger.recheck(integer) TO cliffhanger_app;

CREATE OR REPLACE FUNCTION ledger.walk_wallets(users uuid[], accounts text[], judged int8range, most integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_bitmapscan TO 'off'
 SET enable_seqscan TO 'off'
AS $function$
declare walked bigint;
begin
  with start as materialized (
    select r.user_id, r.account, coalesce(p.seq, 0) as seq, coalesce(p.total, 0) as total, l.event_id,
      case when p.seq is distinct from l.seq then 'breaks the numbering'
        when p.total <> l.total then 'breaks the running total' end as wrong
    from unnest(users, accounts) as r (user_id, account)
    left join ledger.proven p on p.user_id = r.user_id and p.account = r.account
    left join lateral (
      select c.seq, c.total, c.event_id from ledger.entries c
      where c.user_id = r.user_id and c.account = r.account and c.seq is not null and c.seq <= p.seq
      order by c.seq desc limit 1) l on true),
  step as materialized (
    select s.user_id, s.account, s.seq as start_seq, s.total as start_total, n.seq, n.total, n.amount, n.event_id, n.xid
    from start s cross join lateral (
      select c.seq, c.total, c.amount, c.event_id, c.xid from ledger.entries c
      where c.user_id = s.user_id and c.account = s.account and c.seq is not null and c.seq > s.seq
      order by c.seq limit most) n
    where s.wrong is null limit most),
  expected as (
    select t.*, t.start_seq + row_number() over w as next_seq, t.start_total + sum(t.amount) over w as next_total
    from step t window w as (partition by t.user_id, t.account order by t.seq)),
  checked as materialized (
    select x.*, case when x.seq <> x.next_seq then 'breaks the numbering'
      when x.total <> x.next_total then 'breaks the running total' when x.total < 0 then 'is below zero' end as wrong
    from expected x),
  first_wrong as (
    select c.user_id, c.account, min(c.seq) as seq from checked c where c.wrong is not null group by c.user_id, c.account),
  following as materialized (
    select c.* from checked c left join first_wrong f on f.user_id = c.user_id and f.account = c.account
    where f.seq is null or c.seq < f.seq),
  unjudged as (
    select distinct f.user_id, f.event_id from following f
    left join ledger.events e on e.id = f.event_id and e.user_id = f.user_id and e.xid = f.xid
    where e.id is null or not e.no <@ judged),
  wrong_event as materialized (
    select w.user_id, w.event_id, w.what
    from (select array_agg(u.user_id) as users, array_agg(u.event_id) as events from unjudged u) a,
         ledger.wrong_events(a.users, a.events) w),
  first_of_wrong_event as (
    select f.user_id, f.account, min(f.seq) as seq from following f
    join wrong_event w on w.user_id = f.user_id and w.event_id = f.event_id group by f.user_id, f.account),
  reached as (
    insert into ledger.proven (user_id, account, seq, total)
    select distinct on (f.user_id, f.account) f.user_id, f.account, f.seq, f.total from following f
    left join first_of_wrong_event w on w.user_id = f.user_id and w.account = f.account
    where w.seq is null or f.seq < w.seq
    order by f.user_id, f.account, f.seq desc
    on conflict on constraint proven_pk do update set seq = excluded.seq, total = excluded.total),
  noted as (
    insert into ledger.breaks (user_id, event_id, what, account)
    -- Where no row is left that could be named, the event is nobody's.
    select s.user_id, coalesce(s.event_id, '00000000-0000-0000-0000-000000000000'), s.wrong, s.account
    from start s where s.wrong is not null
    union all
    select c.user_id, c.event_id, c.wrong, c.account from checked c
    join first_wrong f on f.user_id = c.user_id and f.account = c.account and f.seq = c.seq
    union all
    select w.user_id, w.event_id, w.what, null from wrong_event w
    on conflict do nothing)
  select count(*) into walked from step;
  return walked;
end $function$;

CREATE OR REPLACE FUNCTION ledger.wrong_events(users uuid[], events uuid[])
 RETURNS TABLE(user_id uuid, event_id uuid, what text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select r.user_id, r.event_id, w.what
  from unnest(users, events) as r (user_id, event_id)
  left join ledger.events e on e.id = r.event_id and e.user_id = r.user_id
  cross join lateral (
    select count(*) as legs, coalesce(sum(n.amount), 0) as net, bool_or(n.xid is distinct from e.xid) as strange,
           coalesce(sum(n.amount) filter (where n.account = 'wallet_paid'), 0) as paid,
           coalesce(sum(n.amount) filter (where n.account = 'wallet_bonus'), 0) as bonus
    from ledger.entries n where n.user_id = r.user_id and n.event_id = r.event_id) s
  cross join lateral (values
    ('has no rows', e.id is not null and s.legs = 0),
    ('does not net to zero', s.net <> 0 or s.legs = 1),
    ('has rows from elsewhere', s.strange),
    ('says another change than its rows', (e.paid_change, e.bonus_change) <> (s.paid, s.bonus))) w (what, is_so)
  where w.is_so
$function$;

CREATE OR REPLACE FUNCTION public.add_up_series_activity(most integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare counted bigint;
begin
  lock table public.series_activity_late in row exclusive mode;
  with taken as materialized (
    delete from public.series_activity_added a using (
      select t.id from public.series_activity_added t order by t.id limit most for update skip locked) t
    where a.id = t.id returning a.series_id, a.market, a.hour, a.starts, a.unlocks, a.saves),
  by_market as materialized (
    select t.series_id, coalesce(t.market, '*') as market, t.hour, sum(t.starts) as starts, sum(t.unlocks) as unlocks,
      sum(t.saves) as saves
    from taken t group by grouping sets ((t.series_id, t.market, t.hour), (t.series_id, t.hour))),
  by_day as materialized (
    select (m.hour at time zone 'UTC')::date as day, m.market, m.series_id, sum(m.starts) as starts,
      sum(m.unlocks) as unlocks, sum(m.saves) as saves
    from by_market m where m.hour > public.clock() - interval '367 days' group by 1, 2, 3),
  cells as (
    insert into public.series_activity as c (span, since, market, series_id, starts, unlocks, saves)
    select t.span, t.since, m.market, m.series_id, sum(m.starts), sum(m.unlocks), sum(m.saves)
    from by_market m cross join lateral (
      select 'hour' as span, m.hour as since where m.hour > public.clock() - interval '9 days'
      union all
      select 'day', date_trunc('day', m.hour, 'UTC') where m.hour > public.clock() - interval '367 days'
      union all
      select 'until_now', u.since
      from generate_series(date_trunc('month', (public.clock() - interval '366 days') at time zone 'UTC'),
          m.hour at time zone 'UTC', interval '1 month') f (month)
        cross join (values (0), (15)) d (days)
        cross join lateral (select (f.month + d.days * interval '1 day') at time zone 'UTC') u (since)
      where u.since between public.clock() - interval '366 days' and m.hour) t
    group by 1, 2, 3, 4 order by 1, 3, 2, 4
    on conflict on constraint series_activity_pk do update set starts = c.starts + excluded.starts,
      unlocks = c.unlocks + excluded.unlocks, saves = c.saves + excluded.saves),
  markets as (
    insert into public.series_activity_summed (market, until)
    select distinct m.market, date '-infinity' from by_day m order by 1 on conflict do nothing),
  hours as (
    insert into public.series_activity_hours as h (hour, market, series_id, starts, unlocks, saves)
    select m.hour, m.market, m.series_id, m.starts, m.unlocks, m.saves from by_market m
    where m.hour > public.clock() - interval '9 days' order by m.market, m.hour, m.series_id
    on conflict on constraint series_activity_hours_pk do update set starts = h.starts + excluded.starts,
      unlocks = h.unlocks + excluded.unlocks, saves = h.saves + excluded.saves),
  days as (
    insert into public.series_activity_days as d (day, market, series_id, starts, unlocks, saves)
    select m.day, m.market, m.series_id, m.starts, m.unlocks, m.saves from by_day m order by m.market, m.day, m.series_id
    on conflict on constraint series_activity_days_pk do update set starts = d.starts + excluded.starts,
      unlocks = d.unlocks + excluded.unlocks, saves = d.saves + excluded.saves),
  late as (
    insert into public.series_activity_late as l (day, market, series_id, starts, unlocks, saves)
    select m.day, m.market, m.series_id, m.starts, m.unlocks, m.saves
    from by_day m join public.series_activity_summed s on s.market = m.market and m.day < s.until
    order by m.market, m.day, m.series_id
    on conflict on constraint series_activity_late_pk do update set starts = l.starts + excluded.starts,
      unlocks = l.unlocks + excluded.unlocks, saves = l.saves + excluded.saves)
  select count(*) into counted from taken;
  return counted;
end $function$;
GRANT EXECUTE ON FUNCTION public.add_up_series_activity(integer) TO cliffhanger_app;

CREATE OR REPLACE FUNCTION public.audit_lines(above bigint, up_to bigint, most integer)
 RETURNS TABLE(no bigint, line text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select a.no, '{"no":' || a.no || ',"id":"' || a.id || '","action":' || to_json(a.action)::text
    || ',"adminId":' || coalesce(to_json(a.admin_id)::text, 'null') || ',"adminEmail":' || to_json(a.admin_email)::text
    || ',"targetType":' || coalesce(to_json(a.target_type)::text, 'null')
    || ',"targetId":' || coalesce(to_json(a.target_id)::text, 'null')
    || ',"reason":' || coalesce(to_json(a.reason)::text, 'null')
    || ',"before":' || coalesce(a.before::text, 'null') || ',"after":' || coalesce(a.after::text, 'null')
    || ',"flags":' || a.flags::text || ',"requestId":' || coalesce(to_json(a.request_id)::text, 'null')
    || ',"ip":' || coalesce(to_json(a.ip)::text, 'null')
    || ',"createdAt":"' || to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"}'
  from public.audit_log a where a.no > above and a.no <= up_to order by a.no limit most
$function$;
GRANT EXECUTE ON FUNCTION public.audit_lines(bigint,bigint,integer) TO cliffhanger_app;

CREATE OR REPLACE FUNCTION public.block_hash(text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select encode(sha256(convert_to(text, 'UTF8')), 'hex')
$function$;

CREATE OR REPLACE FUNCTION public.block_header(b public.sealed_blocks)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select '{"chain":"' || b.chain || '","no":' || b.no || ',"fromNo":' || b.from_no || ',"toNo":' || b.to_no
    || ',"size":' || b.size || ',"previousHash":"' || b.previous_hash || '","sealedAt":"'
    || to_char(b.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"}'
$function$;
GRANT EXECUTE ON FUNCTION public.block_header(public.sealed_blocks) TO cliffhanger_app;

CREATE OR REPLACE FUNCTION public.block_text(b public.sealed_blocks)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return public.block_header(b) || e'\n' || coalesce((
    select string_agg(l.line || e'\n', '' order by l.no)
    from public.chain_lines(b.chain, case when b.no = 1 then -9223372036854775808 else b.from_no - 1 end,
      b.to_no, b.size + 1) l), '');
end $function$;
GRANT EXECUTE ON FUNCTION public.block_text(public.sealed_blocks) TO cliffhanger_app;

CREATE OR REPLACE FUNCTION public.chain_lines(chain text, above bigint, up_to bigint, most integer)
 RETURNS TABLE(no bigint, line text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if chain = 'audit' then
    return query select l.no, l.line from public.audit_lines(above, up_to, most) l;
  else
    return query select l.no, l.line from ledger.event_lines(above, up_to, most) l;
  end if;
end $function$;
GRANT EXECUTE ON FUNCTION public.chain_lines(text,bigint,bigint,integer) TO cliffhanger_app;

CREATE OR REPLACE FUNCTION public.chain_size_after(chain text, above bigint, most integer)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
begin
  if chain = 'audit' then
    return (select count(*) from (select from public.audit_log a where a.no > above limit most) l);
  end if;
  return (select count(*) from (select from ledger.events e where e.no > above limit most) l);
end $function$;
GRANT EXECUTE ON FUNCTION public.chain_size_after(text,bigint,integer) TO cliffhanger_app;

CREATE OR REPLACE FUNCTION public.check_audit_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.created_at is distinct from public.clock() and (new.created_at is null or new.created_at > public.clock()
    or not (select s.past_times from public.audit_settings s)) then
    new.created_at := public.clock();
  end if;
  if new.admin_id is not null then
    select a.email into new.admin_email from public.admins a where a.id = new.admin_id;
  elsif new.admin_email <> 'system' then
    raise exception 'an audit entry of nobody’s is the system’s' using errcode = '42501';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_blocks(which text, most bigint, OUT checked bigint, OUT is_round_over boolean)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare b public.sealed_blocks; next_no bigint; budget bigint := most;
begin
  checked := 0;
  is_round_over := false;
  if not pg_try_advisory_xact_lock(hashtextextended('check_blocks ' || which, 0)) then return; end if;
  for b in
    select s.* from public.sealed_blocks s where s.chain = which and s.no in (
      select k.no from public.broken_blocks k where k.chain = which order by k.checked_at limit 5)
  loop
    perform public.note_check(b);
  end loop;
  select c.next_block into next_no from public.sealed_chains c where c.chain = which;
  for b in select s.* from public.sealed_blocks s where s.chain = which and s.no >= next_no order by s.no limit 300 loop
    perform public.note_check(b);
    checked := checked + 1;
    next_no := b.no + 1;
    budget := budget - b.size;
    exit when budget <= 0;
  end loop;
  is_round_over := not exists (select from public.sealed_blocks s where s.chain = which and s.no >= next_no);
  update public.sealed_chains c set checked_at = public.clock(),
    next_block = case when is_round_over then 1 else next_no end,
    all_checked_at = case when is_round_over then public.clock() else c.all_checked_at end
  where c.chain = which;
end $function$;
GRANT EXECUTE ON FUNCTION public.check_blocks(text,bigint) TO cliffhanger_app;

CREATE OR REPLACE FUNCTION public.clock()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN date_trunc('milliseconds'::text, now());
GRANT EXECUTE ON FUNCTION public.clock() TO cliffhanger_app;

CREATE OR REPLACE FUNCTION public.count_series_saves()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.series_activity_added (series_id, market, hour, saves)
  select c.series_id, coalesce(u.country_code, ''), date_trunc('hour', c.created_at, 'UTC'),
    case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed c join public.users u on u.id = c.user_id
  group by 1, 2, 3;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_series_starts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.series_activity_added (series_id, market, hour, starts)
  select e.series_id, coalesce(u.country_code, ''), date_trunc('hour', w.first, 'UTC'), count(*)
  from (
    select n.user_id, n.episode_id, (n.started_at at time zone 'UTC')::date as day, min(n.started_at) as first,
      count(*) as watches
    from added n group by 1, 2, 3) w
  join public.episodes e on e.id = w.episode_id
  join public.users u on u.id = w.user_id
  where w.watches = (
    select count(*) from public.watches o
    where o.user_id = w.user_id and o.episode_id = w.episode_id and (o.started_at at time zone 'UTC')::date = w.day)
  group by 1, 2, 3;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_series_unlocks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.series_activity_added (series_id, market, hour, unlocks)
  select e.series_id, coalesce(u.country_code, ''), date_trunc('hour', c.created_at, 'UTC'),
    case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed c join public.episodes e on e.id = c.episode_id join public.users u on u.id = c.user_id
  group by 1, 2, 3;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_users(delta integer, u public.users)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.user_counts as c (status, country_code, is_guest, day, shard, users)
  values (u.status, coalesce(u.country_code, ''), u.is_guest, (u.created_at at time zone 'UTC')::date,
          pg_catalog.pg_backend_pid() % 16, delta)
  on conflict on constraint user_counts_pk do update set users = c.users + excluded.users;
$function$;

CREATE OR REPLACE FUNCTION public.drop_event_days(before date, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '200ms'
AS $function$
declare dropped integer := 0; one text;
begin
  if before > (public.clock() at time zone 'UTC')::date - 60 then
    raise exception 'events of the last days are still wanted' using errcode = '22023';
  end if;
  for one in
    select c.relname from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.viewer_events'::regclass and c.relname < 'day_' || to_char(before, 'YYYYMMDD')
    order by c.relname limit most
  loop
    execute format('drop table event_days.%I', one);
    dropped := dropped + 1;
  end loop;
  return dropped;
exception when lock_not_available then
  return 0;
end $function$;
GRANT EXECUTE ON FUNCTION public.drop_event_days(date,integer) TO cliffhanger_app;

CREATE OR REPLACE FUNCTION public.drop_private_views()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from saved_views where admin_id = new.id and role_id is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.emit_comment_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform public.emit_message(json_build_array('changed', json_build_array('comments', t.key))::text)
  from (select distinct case when e.count <= 50 then e.episode_id end as key
    from (select n.episode_id, count(*) over () from after_it n join before_it o on o.id = n.id
      where (o.status, o.body) is distinct from (n.status, n.body) group by 1) e) t;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.emit_episode_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform public.emit_message(json_build_array('changed', json_build_array('catalog', new.series_id))::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.emit_media_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform public.emit_message(json_build_array('changed', json_build_array('catalog', l.id))::text) from (
    select s.id from public.series s where s.poster_asset_id = new.id
    union select s.id from public.series s where s.hero_asset_id = new.id
    union select e.series_id from public.episodes e where e.media_asset_id = new.id
    union select e.series_id from public.episodes e where e.thumb_asset_id = new.id) l;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.emit_message(message text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_catalog.pg_notify('cliffhanger', message);
  raise info using message = message, errcode = 'CH001';
end $function$;
GRANT EXECUTE ON FUNCTION public.emit_message(text) TO cliffhanger_app;

CREATE OR REPLACE FUNCTION public.emit_series_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform public.emit_message(json_build_array('changed', json_build_array('catalog', new.id))::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.emit_table_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform public.emit_message(json_build_array('changed', json_build_array(tg_argv[0], null))::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.emit_token_revocation()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform public.emit_message(json_build_array('access', json_build_object('id', new.id, 'status', 'revoked'))::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.emit_user_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.user_access_changes (user_id) values (new.id)
  on conflict (user_id) do update set changed_at = excluded.changed_at;
  perform public.emit_message(json_build_array('access', json_build_object(
    'id', new.id, 'status', new.status, 'tokenVersion', new.token_version, 'countryCode', new.country_code,
    'language', new.language, 'isGuest', new.is_guest))::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.fold_text(text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(translate(NORMALIZE(text, NFKC), 'أإآٱىةـًٌٍَُِّْٰ'::text, 'اااايه'::text));
GRANT EXECUTE ON FUNCTION public.fold_text(text) TO cliffhanger_app;

CREATE OR REPLACE FUNCTION public.forget_rolled_up_week()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from public.rollup_weeks where week = date_trunc('week', new.day::timestamp)::date;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_series_activity()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 DELETE FROM public.series_activity_hours
   WHERE (series_activity_hours.hour <= (public.clock() - '9 days'::interval));
 DELETE FROM public.series_activity_days
   WHERE (series_activity_days.day < (((public.clock() AT TIME ZONE 'UTC'::text))::date - 366));
END;
GRANT EXECUTE ON FUNCTION public.forget_series_activity() TO cliffhanger_app;

CREATE OR REPLACE FUNCTION public.hold_admin_caller(caller_id uuid, session_id uuid)
 RETURNS TABLE(is_active boolean, token_version integer, permission_words text, is_revoked boolean, is_own boolean)
 LANGUAGE plpgsql
AS $function$
begin
  perform from admins where id = caller_id for share;
  perform from roles where id = (select role_id from admins where id = caller_id) for share;
  perform from admin_sessions where id = session_id for share;
  -- Read in a statement of its own: the locks may have waited for who changed them.
  return query
    select c.is_active, c.token_version, array_to_string(c.permissions, ' '), s.revoked_at is not null,
           a.xmin = pg_current_xact_id()::xid or coalesce(s.xmin = pg_current_xact_id()::xid, false)
    from admins a left join admin_callers c on c.id = a.id
    left join admin_sessions s on s.id = session_id and s.admin_id = a.id
    where a.id = caller_id;
end $function$;
GRANT EXECUTE ON FUNCTION public.hold_admin_caller(uuid,uuid) TO cliffhanger_app;

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

CREATE OR REPLACE FUNCTION public.keep_coin_move()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.user_coin_moves (user_id, day, from_market, to_market, paid, bonus)
  select new.id, (public.clock() at time zone 'UTC')::date, coalesce(old.country_code, ''),
    coalesce(new.country_code, ''), b.paid, b.bonus
  from (
    select coalesce(sum(t.total) filter (where t.account = 'wallet_paid'), 0) as paid,
      coalesce(sum(t.total) filter (where t.account = 'wallet_bonus'), 0) as bonus
    from (values ('wallet_paid'::ledger.account), ('wallet_bonus')) w (account)
    cross join lateral (
      select n.account, n.total from ledger.entries n
      where n.user_id = new.id and n.account = w.account and n.seq is not null order by n.seq desc limit 1) t) b
  where b.paid <> 0 or b.bonus <> 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_event_day(day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (public.clock() at time zone 'UTC')::date;
  name text := 'day_' || to_char(day, 'YYYYMMDD');
  low timestamptz := day::timestamp at time zone 'UTC';
  high timestamptz := (day + 1)::timestamp at time zone 'UTC';
begin
  if to_regclass('event_days.' || name) is not null then return; end if;
  if day not between today - 400 and today + 31 then
    raise exception 'no events are kept of %', day using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('event_days', 0));
  -- Read from the table: what to_regclass has not found once it does not find after the wait either.
  if exists (select from pg_catalog.pg_class c
    where c.relname = name and c.relnamespace = 'event_days'::regnamespace) then return; end if;
  -- Attached, and not made as a partition: that lets others write to the other days meanwhile.
  execute format('create table event_days.%I (like public.viewer_events including defaults including constraints)', name);
  execute format('alter table event_days.%I add constraint in_day check (at >= %L and at < %L)', name, low, high);
  execute format('alter table public.viewer_events attach partition event_days.%I for values from (%L) to (%L)',
    name, low, high);
  execute format('alter table event_days.%I drop constraint in_day', name);
end $function$;
GRANT EXECUTE ON FUNCTION public.keep_event_day(date) TO cliffhanger_app;

CREATE OR REPLACE FUNCTION public.keep_media_forward()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'media asset % does not go from % to %', old.id, old.status, new.status
    using errcode = '23514', constraint = 'media_assets_forward';
end $function$;

CREATE OR REPLACE FUNCTION public.keep_past_country()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.user_past_countries (user_id, up_to_no, country_code)
  select new.id, e.no, coalesce(old.country_code, '') from ledger.events e
  where e.user_id = new.id order by e.no desc limit 1
  -- Without a movement since the last change, what is kept of those before stays.
  on conflict on constraint user_past_countries_pk do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_system_role()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the built-in role % stays', old.name using errcode = '23514', constraint = 'roles_system_stays';
end $function$;

CREATE OR REPLACE FUNCTION public.last_no_of_chain(chain text)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if chain = 'audit' then return (select s.last_value from public.audit_log_no_seq s); end if;
  return (select s.last_value from ledger.events_no_seq s);
end $function$;

CREATE OR REPLACE FUNCTION public.list_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into public.user_listing (user_id, status, country_code, is_guest, created_at)
    values (new.id, new.status, new.country_code, new.is_guest, new.created_at);
    insert into public.user_balances (user_id) values (new.id);
    insert into public.user_last_seen (user_id) values (new.id);
    perform public.count_users(1, new);
    return null;
  end if;
  update public.user_listing set status = new.status, country_code = new.country_code, is_guest = new.is_guest
  where user_id = new.id;
  -- In one order whichever way users move, so that two who cross do not wait for each other for ever.
  if (old.status, coalesce(old.country_code, ''), old.is_guest) < (new.status, coalesce(new.country_code, ''), new.is_guest) then
    perform public.count_users(-1, old);
    perform public.count_users(1, new);
  else
    perform public.count_users(1, new);
    perform public.count_users(-1, old);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.next_audit_no()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_current_xact_id();
  return nextval('public.audit_log_no_seq');
end $function$;
GRANT EXECUTE ON FUNCTION public.next_audit_no() TO cliffhanger_app;

CREATE OR REPLACE FUNCTION public.note_changed_series()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.series_readiness_outdated (series_id) values (new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_check(b public.sealed_blocks)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare wrong text := public.wrong_with_block(b);
begin
  if wrong is null then
    delete from public.broken_blocks k where k.chain = b.chain and k.no = b.no;
  else
    insert into public.broken_blocks as k (chain, no, what) values (b.chain, b.no, wrong)
    on conflict on constraint broken_blocks_pk do update set what = excluded.what, checked_at = excluded.checked_at;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.note_credited_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.rollup_outdated (day) values ((new.completed_at at time zone 'UTC')::date);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_free_episode_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.free_episode_changes (series_id, free_episodes_before) values (new.id, old.free_episodes)
  on conflict on constraint free_episode_changes_pk do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_guest_registration()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.guest_registrations (user_id, day) values (new.id, (public.clock() at time zone 'UTC')::date)
  on conflict on constraint guest_registrations_pk do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_late_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.rollup_outdated (day)
  select distinct (a.at at time zone 'UTC')::date from added a where a.at < date_trunc('day', public.clock(), 'UTC');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_late_watches()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.rollup_outdated (day)
  select distinct (a.started_at at time zone 'UTC')::date from added a
  where a.started_at < date_trunc('day', public.clock(), 'UTC');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_reversed_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.rollup_outdated (day) values ((new.executed_at at time zone 'UTC')::date);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_reversed_unlocks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.rollup_outdated (day)
  select distinct (t.at at time zone 'UTC')::date
  from (select g.created_at from gone g
    union all select (select min(u.created_at) from public.unlocks u where u.user_id = g.user_id) from gone g) t (at)
  where t.at is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_series_of_episode()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.series_readiness_outdated (series_id) values (new.series_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_series_of_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.series_readiness_outdated (series_id)
  select series_id from public.episodes where id = new.episode_id
  union
  select series_id from public.episodes where media_asset_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_user_move()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.user_moves (user_id, day, country_code)
  values (new.id, (public.clock() at time zone 'UTC')::date, coalesce(old.country_code, ''))
  on conflict on constraint user_moves_pk do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.number_audit_entries(most integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare numbered bigint;
begin
  update public.audit_log a set no = public.next_audit_no()
  from (select o.id from public.audit_log o where o.no is null order by o.created_at, o.id limit most for update skip locked) o
  where a.id = o.id;
  get diagnostics numbered = row_count;
  return numbered;
end $function$;
GRANT EXECUTE ON FUNCTION public.number_audit_entries(integer) TO cliffhanger_app;

CREATE OR REPLACE FUNCTION public.rebuild_user_listing()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  lock table public.users in exclusive mode;
  insert into public.user_listing as l (user_id, status, country_code, is_guest, created_at, total_spend_cents)
  select u.id, u.status, u.country_code, u.is_guest, u.created_at,
    coalesce((select sum(t.net_usd_cents) from public.transactions t where t.user_id = u.id), 0)
  from public.users u
  on conflict on constraint user_listing_pk do update set status = excluded.status,
    country_code = excluded.country_code, is_guest = excluded.is_guest, created_at = excluded.created_at,
    total_spend_cents = excluded.total_spend_cents;
  insert into public.user_balances as b (user_id, balance_total)
  select u.id, coalesce((select sum(amount) from ledger.entries where user_id = u.id and seq is not null), 0)
  from public.users u
  on conflict on constraint user_balances_pk do update set balance_total = excluded.balance_total;
  -- When someone was seen cannot be told from anything else; who has no row has not been seen.
  insert into public.user_last_seen (user_id) select u.id from public.users u
  on conflict on constraint user_last_seen_pk do nothing;
  delete from public.user_counts;
  insert into public.user_counts (status, country_code, is_guest, day, shard, users)
  select status, coalesce(country_code, ''), is_guest, (created_at at time zone 'UTC')::date, 0, count(*)
  from public.users group by 1, 2, 3, 4;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $function$;

CREATE OR REPLACE FUNCTION public.return_shared_views()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from saved_views v using admins a
    where v.role_id = new.id and a.id = v.admin_id and a.deleted_at is not null;
  update saved_views set role_id = null, revision = revision + 1, updated_at = clock() where role_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.seal_block(which text, most integer, OUT sealed bigint, OUT more boolean)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  head public.sealed_blocks; b public.sealed_blocks; settled bigint; lines text; up_to bigint; span bigint := most;
begin
  sealed := 0;
  more := false;
  -- One at a time, and nobody waits: whoever comes second finds it done.
  if not pg_try_advisory_xact_lock(hashtextextended('seal_block ' || which, 0)) then return; end if;
  settled := public.settle_chain(which);
  select * into head from public.sealed_blocks s where s.chain = which order by s.no desc limit 1;
  b.from_no := coalesce(head.to_no, 0) + 1;
  while b.from_no <= settled loop
    up_to := least(b.from_no - 1 + span, settled);
    select count(*), max(l.no), string_agg(l.line || e'\n', '' order by l.no) into b.size, b.to_no, lines
    from public.chain_lines(which, b.from_no - 1, up_to, most) l;
    -- Numbers whose transactions were undone may leave a gap of any width.
    exit when b.size > 0 or up_to = settled;
    span := span * 8;
  end loop;
  if b.size > 0 then
    if b.size < most then b.to_no := up_to; end if;
    b.chain := which;
    b.no := coalesce(head.no, 0) + 1;
    b.previous_hash := coalesce(head.hash, repeat('0', 64));
    b.sealed_at := public.clock();
    b.hash := public.block_hash(public.block_header(b) || e'\n' || lines);
    insert into public.sealed_blocks select b.*;
    sealed := b.size;
  end if;
  more := case when sealed > 0 then b.to_no else settled end < public.last_no_of_chain(which);
end $function$;
GRANT EXECUTE ON FUNCTION public.seal_block(text,integer) TO cliffhanger_app;

CREATE OR REPLACE FUNCTION public.settle_chain(which text)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare c public.sealed_chains;
begin
  select * into c from public.sealed_chains s where s.chain = which;
  if c.marked_xid <= pg_snapshot_xmin(pg_current_snapshot()) then
    c.settled_no := c.marked_no;
    c.marked_xid := null;
  end if;
  if c.marked_xid is null or c.marked_xid > pg_snapshot_xmax(pg_current_snapshot()) then
    c.marked_no := public.last_no_of_chain(which);
    c.marked_xid := pg_current_xact_id();
  end if;
  if c.marked_xid <= pg_snapshot_xmin(pg_current_snapshot()) then
    c.settled_no := c.marked_no;
  end if;
  update public.sealed_chains s set settled_no = c.settled_no, marked_no = c.marked_no, marked_xid = c.marked_xid
  where s.chain = which
    and (s.settled_no, s.marked_no, s.marked_xid) is distinct from (c.settled_no, c.marked_no, c.marked_xid);
  return c.settled_no;
end $function$;

CREATE OR REPLACE FUNCTION public.sum_series_activity()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := (public.clock() at time zone 'UTC')::date;
  much constant integer := 10000;
  behind public.series_activity_summed;
  upto date;
begin
  lock table public.series_activity_late in share row exclusive mode;
  select s.* into behind from public.series_activity_summed s
  where s.until < today or much = (
    select count(*) from (select from public.series_activity_late l where l.market = s.market limit much) l)
  order by s.until, s.market limit 1;
  if not found then
    return false;
  end if;
  upto := greatest(today, behind.until);
  insert into public.series_activity_sums (market, series_id, last_day, days, starts, unlocks, saves)
  select behind.market, c.series_id, max(c.day), array_agg(c.day), array_agg(c.starts), array_agg(c.unlocks),
    array_agg(c.saves)
  from (
    select d.series_id, d.day, (sum(d.starts) over since)::integer as starts, (sum(d.unlocks) over since)::integer as unlocks,
      (sum(d.saves) over since)::integer as saves
    from public.series_activity_days d
    where d.market = behind.market and d.day >= today - 366 and d.day < upto and d.series_id in (
      select n.series_id from public.series_activity_days n
      where n.market = behind.market and n.day >= behind.until and n.day < upto
      union
      select l.series_id from public.series_activity_late l where l.market = behind.market)
    window since as (partition by d.series_id order by d.day rows between current row and unbounded following)
    order by d.series_id, d.day) c
  group by c.series_id
  on conflict on constraint series_activity_sums_pk do update set last_day = excluded.last_day, days = excluded.days,
    starts = excluded.starts, unlocks = excluded.unlocks, saves = excluded.saves;
  delete from public.series_activity_sums s where s.market = behind.market and s.last_day < today - 366;
  delete from public.series_activity_late l where l.market = behind.market;
  update public.series_activity_summed s set until = upto where s.market = behind.market;
  return true;
end $function$;
GRANT EXECUTE ON FUNCTION public.sum_series_activity() TO cliffhanger_app;

CREATE OR REPLACE FUNCTION public.wrong_with_block(b public.sealed_blocks)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare before public.sealed_blocks;
begin
  if public.block_hash(public.block_text(b)) <> b.hash then return 'changed'; end if;
  select * into before from public.sealed_blocks s where s.chain = b.chain and s.no = b.no - 1;
  return case when (b.previous_hash, b.from_no) is distinct from
    (case when b.no = 1 then repeat('0', 64) else before.hash end, coalesce(before.to_no, 0) + 1) then 'unlinked' end;
end $function$;

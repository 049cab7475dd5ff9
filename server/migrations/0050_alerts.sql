-- compatible with 0027
-- What looks unusual in the service's own figures, until it is over.

-- One for each thing while it lasts; when it comes back it is a new one.
create table alerts (
  id uuid constraint alerts_pk primary key,
  kind text not null constraint alerts_kind check (kind ~ '^[a-z]+(_[a-z]+)*$'),
  -- What it is about: an account of the ledger, an admin, a promo, a rail.
  subject_type text not null,
  subject_id text not null,
  severity text not null constraint alerts_severity check (severity in ('warning', 'critical')),
  figures jsonb not null constraint alerts_figures check (jsonb_typeof(figures) = 'object'),
  -- The time that the figures are of.
  window_from timestamptz(3),
  window_to timestamptz(3) not null,
  created_at timestamptz(3) not null default clock(),
  updated_at timestamptz(3) not null default clock(),
  acknowledged_at timestamptz(3),
  acknowledged_by uuid constraint alerts_acknowledged_by_fk references admins (id),
  note text,
  resolved_at timestamptz(3),
  status text not null generated always as (
    case when resolved_at is not null then 'resolved' when acknowledged_at is not null then 'acknowledged' else 'open' end
  ) stored,
  constraint alerts_acknowledged check ((acknowledged_at is null) = (acknowledged_by is null)),
  constraint alerts_noted check (note is null or acknowledged_at is not null)
);
create unique index alerts_one_at_a_time on alerts (kind, subject_type, subject_id) where resolved_at is null;
create index alerts_newest on alerts (created_at, id);
create index alerts_status_newest on alerts (status, created_at, id);
create index alerts_acknowledged_by on alerts (acknowledged_by) where acknowledged_by is not null;
grant select, insert on alerts to cliffhanger_app;
grant update (severity, figures, window_from, window_to, updated_at, acknowledged_at, acknowledged_by, note, resolved_at)
  on alerts to cliffhanger_app;

-- Figures by the hour, so that what is usual need not be added up from the rows again.
create table alert_hours (
  figure text not null constraint alert_hours_figure check (figure in ('minted', 'promo_coins', 'payments', 'refunds')),
  subject text not null,
  hour timestamptz(3) not null,
  amount bigint not null,
  constraint alert_hours_pk primary key (figure, hour, subject)
);
grant select, insert, update, delete on alert_hours to cliffhanger_app;

-- Before this moment the hours are whole.
create table alert_hours_filled (
  id boolean constraint alert_hours_filled_pk primary key default true constraint alert_hours_filled_one_row check (id),
  filled_to timestamptz(3) not null
);
grant select, insert, update on alert_hours_filled to cliffhanger_app;

-- Kept by alerts: what the audit log says that alerts are about.
create view alert_targets as select id, subject_type, subject_id from alerts;
-- Kept by approvals: those that were decided by someone who may be who asked.
create view related_decisions as
  select id, kind, requested_by, decided_by, decided_at, created_at from approvals where decider_bound;
grant select on alert_targets, related_decisions to cliffhanger_app;

create index provider_refunds_newest on provider_refunds (created_at);

-- compatible with 0027
-- Files of providers beside our payments: each run is kept with the rows that did not agree.

create table reconciliation_runs (
  id uuid constraint reconciliation_runs_pk primary key,
  rail text not null,
  -- The first and the last UTC day of the file.
  period_start date not null,
  period_end date not null,
  file_name text not null,
  file_rows integer not null,
  matched integer not null default 0,
  missing_on_our_side integer not null default 0,
  missing_on_provider_side integer not null default 0,
  amount_mismatch integer not null default 0,
  duplicates integer not null default 0,
  -- How many rows and cents each bucket has in each currency.
  totals jsonb not null default '[]' constraint reconciliation_runs_totals check (jsonb_typeof(totals) = 'array'),
  admin_id uuid not null constraint reconciliation_runs_admin_fk references admins,
  created_at timestamptz(3) not null default clock(),
  constraint reconciliation_runs_period check (period_start <= period_end)
);
create index reconciliation_runs_newest on reconciliation_runs (created_at, id);
create index reconciliation_runs_rail_newest on reconciliation_runs (rail, created_at, id);
create index reconciliation_runs_admin on reconciliation_runs (admin_id);
grant select, insert on reconciliation_runs to cliffhanger_app;
-- Counted once its rows are there.
grant update (matched, missing_on_our_side, missing_on_provider_side, amount_mismatch, duplicates, totals)
  on reconciliation_runs to cliffhanger_app;

-- The lines of a file while it is compared: written, read and deleted in one transaction, so nobody else sees any.
create unlogged table reconciliation_lines (
  run_id uuid not null,
  line integer not null,
  transaction_id text not null,
  amount_cents bigint not null,
  currency text not null,
  created_at timestamptz(3) not null
);
grant select, insert, delete on reconciliation_lines to cliffhanger_app;

create table reconciliation_rows (
  run_id uuid not null constraint reconciliation_rows_run_fk references reconciliation_runs,
  bucket text not null constraint reconciliation_rows_bucket
    check (bucket in ('missing_on_our_side', 'missing_on_provider_side', 'amount_mismatch', 'duplicates')),
  -- The line of the file; where the file has none, a count.
  number integer not null,
  transaction_id text not null,
  -- As the file has it.
  amount_cents bigint,
  currency text,
  -- By the file, or by us where the file has no such row.
  created_at timestamptz(3) not null,
  -- The line of the row that a duplicate repeats.
  first_line integer,
  -- Our payment, as it was then.
  purchase_id uuid,
  our_amount_cents bigint,
  our_currency text,
  -- What an operator did about it: a credit, or the request for one.
  credited_purchase_id uuid,
  approval_id uuid,
  acted_by uuid constraint reconciliation_rows_admin_fk references admins,
  acted_at timestamptz(3),
  constraint reconciliation_rows_pk primary key (run_id, bucket, number),
  constraint reconciliation_rows_sides check (
    (purchase_id is null) = (bucket in ('missing_on_our_side', 'duplicates'))
    and (amount_cents is null) = (bucket = 'missing_on_provider_side')),
  constraint reconciliation_rows_acted check (bucket = 'missing_on_our_side' or acted_at is null)
);
create index reconciliation_rows_admin on reconciliation_rows (acted_by) where acted_by is not null;
grant select, insert on reconciliation_rows to cliffhanger_app;
grant update (credited_purchase_id, approval_id, acted_by, acted_at) on reconciliation_rows to cliffhanger_app;

-- Kept by purchases: payments as the rails call them.
create view rail_payments as
  select id, user_id, kind, platform, transaction_id, product_id, status, amount_cents, currency, refunded_cents, created_at
  from transactions;
-- Kept by system: what rails told of payments and could not be applied.
create view unapplied_payment_events as
  select id, source, outcome, payload->>'type' as type, payload->'data'->>'transactionId' as transaction_id,
    payload->'data'->>'userId' as user_id, payload->'data'->>'productId' as product_id, received_at
  from webhook_events where outcome in ('unmatched', 'failed') and source like 'payments:%';
-- Kept by reconciliation: what its runs are called.
create view reconciliation_names as select id, file_name from reconciliation_runs;
grant select on rail_payments, unapplied_payment_events, reconciliation_names to cliffhanger_app;

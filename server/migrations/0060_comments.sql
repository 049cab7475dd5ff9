-- compatible with 0027
-- What viewers write under episodes, what others report of it, and the strikes that it earns.

create table comments (
  id uuid constraint comments_pk primary key,
  episode_id uuid not null constraint comments_episode_fk references episodes,
  user_id uuid not null constraint comments_user_fk references users,
  -- Longer than one may write: what is personal may be replaced by longer words.
  body text not null constraint comments_body check (length(body) between 1 and 4000),
  status text not null default 'visible' constraint comments_status check (status in ('visible', 'hidden', 'deleted')),
  -- The reports that nobody has decided yet, and when the first of them came.
  open_reports integer not null default 0 constraint comments_open_reports check (open_reports >= 0),
  reported_at timestamptz(3),
  revision integer not null default 1,
  created_at timestamptz(3) not null default clock(),
  updated_at timestamptz(3) not null default clock(),
  constraint comments_reported check ((open_reports > 0) = (reported_at is not null))
);
create index comments_episode on comments (episode_id, status, created_at, id);
create index comments_user on comments (user_id, created_at, id);
create index comments_newest on comments (created_at, id);
create index comments_not_visible on comments (status, created_at, id) where status <> 'visible';
create index comments_waiting on comments (created_at, id) where open_reports > 0;
create index comments_search on comments using gin (body gin_trgm_ops);
grant select, insert on comments to cliffhanger_app;
grant update (body, status, open_reports, reported_at, revision, updated_at) on comments to cliffhanger_app;

-- How often what is shown under an episode changed by anything but a new comment. With the newest one it names an edition.
create table comment_threads (
  episode_id uuid constraint comment_threads_pk primary key constraint comment_threads_episode_fk references episodes,
  changes bigint not null default 1
);
grant select, insert, update on comment_threads to cliffhanger_app;

create table comment_reports (
  id uuid constraint comment_reports_pk primary key,
  comment_id uuid not null constraint comment_reports_comment_fk references comments,
  -- Who reported it.
  user_id uuid not null constraint comment_reports_user_fk references users,
  reason text not null constraint comment_reports_reason check (length(reason) between 1 and 1000),
  created_at timestamptz(3) not null default clock(),
  resolved_at timestamptz(3),
  resolved_by uuid constraint comment_reports_resolved_by_fk references admins (id),
  -- What became of the comment.
  outcome text constraint comment_reports_outcome check (outcome in ('kept', 'hidden', 'deleted')),
  status text not null generated always as (case when resolved_at is null then 'open' else 'resolved' end) stored,
  constraint comment_reports_once unique (comment_id, user_id),
  constraint comment_reports_resolved check (
    (resolved_at is null) = (resolved_by is null) and (resolved_at is null) = (outcome is null))
);
create index comment_reports_newest on comment_reports (created_at, id);
create index comment_reports_open on comment_reports (created_at, id) where resolved_at is null;
create index comment_reports_user on comment_reports (user_id, created_at, id);
create index comment_reports_resolved_by on comment_reports (resolved_by) where resolved_by is not null;
grant select, insert on comment_reports to cliffhanger_app;
grant update (reason, resolved_at, resolved_by, outcome) on comment_reports to cliffhanger_app;

-- Three that count keep what a user writes hidden.
create table strikes (
  user_id uuid not null constraint strikes_user_fk references users,
  id uuid not null,
  -- For a comment of theirs, or for a report that they made.
  type text not null constraint strikes_type check (type in ('comment', 'report')),
  ref_id uuid not null,
  reason text not null constraint strikes_reason check (length(reason) between 1 and 1000),
  created_by uuid not null constraint strikes_created_by_fk references admins (id),
  created_at timestamptz(3) not null default clock(),
  removed_at timestamptz(3),
  removed_by uuid constraint strikes_removed_by_fk references admins (id),
  constraint strikes_pk primary key (user_id, id),
  constraint strikes_removed check ((removed_at is null) = (removed_by is null))
);
create unique index strikes_once on strikes (type, ref_id) where removed_at is null;
create index strikes_created_by on strikes (created_by);
create index strikes_removed_by on strikes (removed_by) where removed_by is not null;
grant select, insert on strikes to cliffhanger_app;
grant update (removed_at, removed_by) on strikes to cliffhanger_app;

-- Kept by comments: what the audit log calls them by.
create view comment_names as select id, left(body, 80) as excerpt from comments;
create view comment_report_targets as select id, comment_id from comment_reports;
grant select on comment_names, comment_report_targets to cliffhanger_app;

-- Kept by users: also whether what a user writes is hidden.
create or replace view user_profiles as
  select id, email, phone_e164, display_name, avatar_url, country_code, language, is_guest, status, created_at,
    commenting_suspended
  from users;

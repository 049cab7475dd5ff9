-- compatible with 0027
-- Pushes: the devices that take them, campaigns, and what became of each message.

-- Kept by users: what decides about a push at the moment it is sent.
create view user_push_choices as
  select id as user_id, country_code, language, status, suspended_until, push_drops as drops, push_marketing as marketing,
    push_moderation as moderation from users;
grant select on user_push_choices to cliffhanger_app;

-- A browser or an app that takes pushes for one user. Whoever registers the same endpoint later takes it over.
create table push_subscriptions (
  id uuid constraint push_subscriptions_pk primary key,
  user_id uuid not null constraint push_subscriptions_user_fk references users,
  endpoint text not null constraint push_subscriptions_endpoint_unique unique
    constraint push_subscriptions_endpoint check (length(endpoint) between 10 and 1000),
  p256dh text not null constraint push_subscriptions_p256dh check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text not null constraint push_subscriptions_auth check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  created_at timestamptz(3) not null default clock(),
  updated_at timestamptz(3) not null default clock()
);
create index push_subscriptions_user on push_subscriptions (user_id, updated_at);
grant select, insert, update, delete on push_subscriptions to cliffhanger_app;

create table push_campaigns (
  id uuid constraint push_campaigns_pk primary key,
  title_i18n jsonb not null,
  body_i18n jsonb not null,
  category text not null constraint push_campaigns_category check (category in ('drops', 'marketing', 'moderation')),
  -- Null for everyone.
  segment_id uuid constraint push_campaigns_segment_fk references segments,
  market text constraint push_campaigns_market check (market ~ '^[A-Z]{2}$'),
  -- Null for at once, when it is sent.
  send_at timestamptz(3),
  status text not null default 'draft'
    constraint push_campaigns_status check (status in ('draft', 'scheduled', 'sending', 'sent', 'cancelled')),
  -- Counted when it was sent; who gets it is decided when its time has come.
  audience_users integer constraint push_campaigns_users check (audience_users >= 0),
  audience_devices integer constraint push_campaigns_devices check (audience_devices >= 0),
  created_by uuid not null constraint push_campaigns_admin_fk references admins,
  -- The last device that was looked at for a message.
  queue_position uuid,
  queued_at timestamptz(3),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  revision integer not null default 1,
  created_at timestamptz(3) not null default clock(),
  updated_at timestamptz(3) not null default clock(),
  constraint push_campaigns_started check (status <> 'sending' or started_at is not null)
);
create index push_campaigns_newest on push_campaigns (created_at, id);
create index push_campaigns_open on push_campaigns (status, send_at) where status in ('scheduled', 'sending');
create index push_campaigns_segment on push_campaigns (segment_id);
create index push_campaigns_admin on push_campaigns (created_by);
grant select, insert, update on push_campaigns to cliffhanger_app;

-- One message for each device, which is its outbox: written set by set, sent after that is committed. Neither users nor
-- devices are foreign keys: a campaign is queued by the hundred thousand from rows that have them, and a device may go.
create table push_messages (
  id uuid constraint push_messages_pk primary key default gen_random_uuid(),
  campaign_id uuid not null constraint push_messages_campaign_fk references push_campaigns,
  user_id uuid not null,
  subscription_id uuid not null,
  is_test boolean not null default false,
  status text not null default 'waiting'
    constraint push_messages_status check (status in ('waiting', 'sending', 'done')),
  outcome text constraint push_messages_outcome check (outcome in ('delivered', 'logged', 'gone', 'rejected',
    'unreachable', 'expired', 'preference', 'inactive_user', 'capped', 'no_device', 'cancelled')),
  -- What the push service answered last.
  response_status integer,
  attempts integer not null default 0,
  -- While it is being sent, when another may take it over.
  next_attempt_at timestamptz(3) not null,
  created_at timestamptz(3) not null default clock(),
  updated_at timestamptz(3) not null default clock(),
  constraint push_messages_done check ((status = 'done') = (outcome is not null))
);
create unique index push_messages_device on push_messages (campaign_id, subscription_id) where not is_test;
create index push_messages_newest on push_messages (campaign_id, created_at, id);
create index push_messages_due on push_messages (campaign_id, next_attempt_at) where status <> 'done';
create index push_messages_user on push_messages (user_id, created_at, id);
grant select, insert, update, delete on push_messages to cliffhanger_app;

-- How many messages of a campaign ended how, written together with them.
create table push_counts (
  campaign_id uuid not null constraint push_counts_campaign_fk references push_campaigns,
  outcome text not null,
  messages integer not null constraint push_counts_messages check (messages >= 0),
  constraint push_counts_pk primary key (campaign_id, outcome)
);
grant select, insert, update on push_counts to cliffhanger_app;

-- The campaigns that a user was sent on a UTC day, for the limit on their number.
create table push_user_days (
  user_id uuid not null constraint push_user_days_user_fk references users,
  day date not null,
  campaign_ids uuid[] not null,
  constraint push_user_days_pk primary key (user_id, day)
);
create index push_user_days_day on push_user_days (day);
grant select, insert, update, delete on push_user_days to cliffhanger_app;

create table push_settings (
  id integer constraint push_settings_pk primary key default 1 constraint push_settings_one check (id = 1),
  -- The kill switch.
  enabled boolean not null default true,
  daily_cap integer not null default 3 constraint push_settings_cap check (daily_cap between 1 and 100),
  -- Hours of each market's own day, and the markets that have others.
  quiet_hours jsonb not null default '{"from": 22, "to": 8, "markets": {}}',
  revision integer not null default 1,
  updated_at timestamptz(3) not null default clock()
);
insert into push_settings default values;
grant select, update on push_settings to cliffhanger_app;

-- Kept by push: what a campaign is called.
create view push_campaign_names as select id, title_i18n from push_campaigns;
grant select on push_campaign_names to cliffhanger_app;

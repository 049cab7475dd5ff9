-- compatible with 0109
-- What a campaign opens in the app, and what came of it.

-- Kept by the catalog: where a link leads.
create view series_links as select id, slug, title, title_i18n from series where deleted_at is null;
grant select on series_links to cliffhanger_app;

alter table push_campaigns
  add column link text constraint push_campaigns_link
    check (link ~ '^/(store|series/[a-z0-9]+(-[a-z0-9]+)*|episodes/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$'),
  -- A poster or hero image.
  add column picture_asset_id uuid constraint push_campaigns_picture_fk references media_assets,
  add column data jsonb not null default '{}' constraint push_campaigns_data check (jsonb_typeof(data) = 'object');
create index push_campaigns_picture on push_campaigns (picture_asset_id);

-- Of the user when the message was queued; null in messages of earlier releases.
alter table push_messages add column market text, add column language text;

-- A user who opened a campaign, reported by the app. Kept longer than the messages.
create table push_opens (
  campaign_id uuid not null constraint push_opens_campaign_fk references push_campaigns,
  user_id uuid not null constraint push_opens_user_fk references users,
  market text,
  language text,
  opened_at timestamptz(3) not null default clock(),
  constraint push_opens_pk primary key (campaign_id, user_id)
);
create index push_opens_user on push_opens (user_id);
create index push_opens_day on push_opens (opened_at);
grant select, insert, delete on push_opens to cliffhanger_app;

-- The users who got a finished campaign, which outlasts its messages.
create table push_results (
  campaign_id uuid not null constraint push_results_campaign_fk references push_campaigns,
  market text not null,
  language text not null,
  delivered integer not null constraint push_results_delivered check (delivered >= 0),
  constraint push_results_pk primary key (campaign_id, market, language)
);
grant select, insert on push_results to cliffhanger_app;

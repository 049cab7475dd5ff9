-- Videos, images and captions; the inbox of what providers tell us.

-- Every event that a provider sent and signed, once. What became of it may change by a replay, what it said may not.
create table webhook_events (
  id uuid constraint webhook_events_pk primary key,
  source text not null,
  event_id text not null,
  -- Null where it was no JSON.
  payload jsonb,
  outcome text not null
    constraint webhook_events_outcome check (outcome in ('applied', 'ignored', 'unmatched', 'malformed')),
  detail text,
  replays integer not null default 0,
  received_at timestamptz(3) not null default clock(),
  replayed_at timestamptz(3),
  constraint webhook_events_once unique (source, event_id)
);
create index webhook_events_newest on webhook_events (received_at, id);
create index webhook_events_outcome_newest on webhook_events (outcome, received_at, id);
create trigger webhook_events_kept before delete on webhook_events
  for each row execute function refuse_change();
create trigger webhook_events_no_truncate before truncate on webhook_events
  for each statement execute function refuse_change();
grant select, insert on webhook_events to cliffhanger_app;
grant update (outcome, detail, replays, replayed_at) on webhook_events to cliffhanger_app;

create table media_assets (
  id uuid constraint media_assets_pk primary key,
  kind text not null constraint media_assets_kind check (kind in ('video', 'caption', 'thumb', 'poster', 'hero')),
  series_id uuid,
  episode_id uuid,
  provider text not null constraint media_assets_provider check (provider in ('video_provider', 'storage')),
  provider_id text,
  -- How the provider finds the address of the upload again.
  upload_ref text,
  playback_id text,
  status text not null
    constraint media_assets_status check (status in ('uploading', 'processing', 'ready', 'failed')),
  duration_s integer constraint media_assets_duration check (duration_s >= 0),
  width integer constraint media_assets_width check (width > 0),
  height integer constraint media_assets_height check (height > 0),
  lang text constraint media_assets_lang check (lang in ('en', 'ar', 'id')),
  thumbnails jsonb not null default '[]',
  error text,
  size_bytes bigint not null constraint media_assets_size check (size_bytes >= 0),
  source_file_name text not null default '',
  attempts integer not null default 1,
  -- When the provider was last asked about it.
  checked_at timestamptz(3),
  created_at timestamptz(3) not null default clock(),
  updated_at timestamptz(3) not null default clock(),
  deleted_at timestamptz(3),
  constraint media_assets_caption check ((kind = 'caption') = (lang is not null)),
  constraint media_assets_caption_episode check (kind <> 'caption' or episode_id is not null),
  constraint media_assets_video check ((kind = 'video') = (provider = 'video_provider'))
);
create unique index media_assets_provider_unique on media_assets (provider, provider_id) where provider_id is not null;
create unique index media_assets_playback_unique on media_assets (playback_id) where playback_id is not null;
-- One caption for each language; the one before it was deleted.
create unique index media_assets_one_caption on media_assets (episode_id, lang)
  where kind = 'caption' and deleted_at is null;
create index media_assets_newest on media_assets (created_at, id) where deleted_at is null;
create index media_assets_kind_newest on media_assets (kind, created_at, id) where deleted_at is null;
create index media_assets_series on media_assets (series_id, created_at, id) where series_id is not null;
create index media_assets_episode on media_assets (episode_id, created_at, id) where episode_id is not null;
create index media_assets_under_way on media_assets (checked_at nulls first, updated_at)
  where status in ('uploading', 'processing') and deleted_at is null;

-- An asset moves forward, and is played under one name for good, whatever comes in whichever order.
create function keep_media_forward() returns trigger language plpgsql as $$
begin
  raise exception 'media asset % does not go from % to %', old.id, old.status, new.status
    using errcode = '23514', constraint = 'media_assets_forward';
end $$;
create trigger media_assets_forward before update on media_assets for each row
  when ((old.status = 'ready' and new.status <> 'ready')
    or (old.status = 'processing' and new.status = 'uploading')
    or (old.status = 'failed' and new.status not in ('failed', 'processing'))
    or (old.playback_id is not null and new.playback_id is distinct from old.playback_id))
  execute function keep_media_forward();
create trigger media_assets_kept before delete on media_assets
  for each row execute function refuse_change();
create trigger media_assets_no_truncate before truncate on media_assets
  for each statement execute function refuse_change();
grant select, insert, update on media_assets to cliffhanger_app;

alter table media_assets
  add constraint media_assets_series_fk foreign key (series_id) references series,
  add constraint media_assets_episode_fk foreign key (episode_id) references episodes;
alter table series
  add constraint series_poster_fk foreign key (poster_asset_id) references media_assets,
  add constraint series_hero_fk foreign key (hero_asset_id) references media_assets;
alter table episodes
  add constraint episodes_media_fk foreign key (media_asset_id) references media_assets,
  add constraint episodes_thumb_fk foreign key (thumb_asset_id) references media_assets;
create index series_poster on series (poster_asset_id) where poster_asset_id is not null;
create index series_hero on series (hero_asset_id) where hero_asset_id is not null;

-- What viewers watched, one row for each time they began: a player that reports how far it is writes the same row again.
create table watches (
  user_id uuid not null constraint watches_user_fk references users,
  id uuid not null,
  episode_id uuid not null constraint watches_episode_fk references episodes,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  seconds_watched integer not null constraint watches_seconds check (seconds_watched between 0 and 86400),
  completed boolean not null,
  created_at timestamptz(3) not null default clock(),
  updated_at timestamptz(3) not null default clock(),
  constraint watches_pk primary key (user_id, id),
  constraint watches_once unique (user_id, episode_id, started_at),
  constraint watches_period check (ended_at is null or ended_at >= started_at)
);
create index watches_newest on watches (user_id, started_at, id);
create index watches_episode on watches (episode_id, started_at);
grant select, insert, update on watches to cliffhanger_app;

create table series_saves (
  user_id uuid not null constraint series_saves_user_fk references users,
  series_id uuid not null constraint series_saves_series_fk references series,
  created_at timestamptz(3) not null default clock(),
  constraint series_saves_pk primary key (user_id, series_id)
);
create index series_saves_series on series_saves (series_id, created_at);
create index series_saves_newest on series_saves (user_id, created_at, series_id);
grant select, insert, delete on series_saves to cliffhanger_app;

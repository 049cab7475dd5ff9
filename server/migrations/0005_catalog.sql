-- What is watched: series and their episodes.

-- Text as people search for it: letters that only look different, small or capital, with or without Arabic vowel
-- signs, are the same. Both the stored text and the words that are looked for go through here.
create function fold_text(text text) returns text immutable strict parallel safe language sql
  return lower(translate(normalize(text, nfkc),
    U&'\0623\0625\0622\0671\0649\0629\0640\064B\064C\064D\064E\064F\0650\0651\0652\0670',
    U&'\0627\0627\0627\0627\064A\0647'));
grant execute on function fold_text(text) to cliffhanger_app;

create table series (
  id uuid constraint series_pk primary key,
  slug text not null constraint series_slug check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null,
  synopsis text not null default '',
  title_i18n jsonb not null default '{}',
  synopsis_i18n jsonb not null default '{}',
  genre_slug text,
  tropes text[] not null default '{}',
  target_languages text[] not null
    constraint series_target_languages check (target_languages <@ array['en', 'ar', 'id']),
  free_episodes integer not null default 0 constraint series_free_episodes check (free_episodes >= 0),
  poster_asset_id uuid,
  hero_asset_id uuid,
  editorial_hero_score integer,
  status text not null default 'draft'
    constraint series_status check (status in ('draft', 'in_review', 'scheduled', 'published', 'archived')),
  search_text text not null generated always as (fold_text(
    title || U&'\000A' || coalesce(title_i18n ->> 'en', '') || U&'\000A' || coalesce(title_i18n ->> 'ar', '')
    || U&'\000A' || coalesce(title_i18n ->> 'id', '') || U&'\000A' || slug)) stored,
  published_at timestamptz(3),
  revision integer not null default 1,
  created_at timestamptz(3) not null default clock(),
  updated_at timestamptz(3) not null default clock(),
  deleted_at timestamptz(3),
  constraint series_published_at check (status <> 'published' or published_at is not null)
);
-- The address of a series that was removed may be used again.
create unique index series_slug_unique on series (slug) where deleted_at is null;
create index series_created on series (created_at, id) where deleted_at is null;
create index series_updated on series (updated_at, id) where deleted_at is null;
create index series_title on series (lower(title), id) where deleted_at is null;
create index series_published on series (published_at, id) where deleted_at is null;
create index series_status_created on series (status, created_at, id) where deleted_at is null;
create index series_genre on series (genre_slug, created_at, id) where deleted_at is null;
create index series_search on series using gin (search_text gin_trgm_ops);
grant select, insert, update on series to cliffhanger_app;

create table episodes (
  id uuid constraint episodes_pk primary key,
  series_id uuid not null constraint episodes_series_fk references series,
  episode_number integer not null constraint episodes_number check (episode_number >= 1),
  title text not null,
  synopsis text not null default '',
  title_i18n jsonb not null default '{}',
  synopsis_i18n jsonb not null default '{}',
  cliffhanger_score integer not null default 0
    constraint episodes_cliffhanger_score check (cliffhanger_score between 0 and 100),
  media_asset_id uuid,
  thumb_asset_id uuid,
  status text not null default 'draft'
    constraint episodes_status check (status in ('draft', 'in_review', 'scheduled', 'published', 'archived')),
  published_at timestamptz(3),
  revision integer not null default 1,
  created_at timestamptz(3) not null default clock(),
  updated_at timestamptz(3) not null default clock(),
  deleted_at timestamptz(3),
  constraint episodes_published_at check (status <> 'published' or published_at is not null)
);
-- The number of an episode that was removed may be used again.
create unique index episodes_number_unique on episodes (series_id, episode_number) where deleted_at is null;
create index episodes_status on episodes (series_id, status) where deleted_at is null;
create index episodes_media on episodes (media_asset_id) where media_asset_id is not null;
create index episodes_thumb on episodes (thumb_asset_id) where thumb_asset_id is not null;
grant select, insert, update on episodes to cliffhanger_app;

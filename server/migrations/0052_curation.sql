-- compatible with 0027
-- What viewers find first: collections of series, and the rails of each surface that show them.

create table collections (
  id uuid constraint collections_pk primary key,
  slug text not null constraint collections_slug_unique unique
    constraint collections_slug check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title_i18n jsonb not null constraint collections_title check (jsonb_typeof(title_i18n -> 'en') = 'string'),
  -- Why a viewer sees it, in words.
  explanation text not null constraint collections_explanation check (length(btrim(explanation)) between 3 and 300),
  type text not null constraint collections_type check (type in ('manual', 'rule')),
  rule jsonb,
  revision integer not null default 1,
  created_at timestamptz(3) not null default clock(),
  updated_at timestamptz(3) not null default clock(),
  constraint collections_rule check ((type = 'rule') = (rule is not null))
);
create index collections_newest on collections (created_at, id);
grant select, insert, update, delete on collections to cliffhanger_app;

create table collection_items (
  collection_id uuid not null constraint collection_items_collection_fk references collections on delete cascade,
  series_id uuid not null constraint collection_items_series_fk references series,
  sort integer not null constraint collection_items_sort check (sort >= 0),
  constraint collection_items_pk primary key (collection_id, series_id)
);
create index collection_items_series on collection_items (series_id);
grant select, insert, delete on collection_items to cliffhanger_app;

create table rails (
  id uuid constraint rails_pk primary key,
  surface text not null constraint rails_surface check (surface in ('for_you', 'discover')),
  collection_id uuid not null constraint rails_collection_fk references collections,
  sort integer not null constraint rails_sort check (sort >= 0),
  status text not null default 'active' constraint rails_status check (status in ('active', 'paused')),
  revision integer not null default 1,
  created_at timestamptz(3) not null default clock(),
  updated_at timestamptz(3) not null default clock()
);
create index rails_order on rails (surface, sort, id);
create index rails_collection on rails (collection_id);
grant select, insert, update, delete on rails to cliffhanger_app;

-- Editions of what is ordered as a whole: the rails of a surface, and the preview reel. Whoever changes one locks its
-- row first.
create table curated_orders (
  name text constraint curated_orders_pk primary key
    constraint curated_orders_name check (name in ('for_you', 'discover', 'preview_reel')),
  revision integer not null default 1
);
insert into curated_orders (name) values ('for_you'), ('discover'), ('preview_reel');
grant select, update on curated_orders to cliffhanger_app;

create index series_hero_score on series (editorial_hero_score, id)
  where editorial_hero_score is not null and deleted_at is null;

-- The series that are there, in whatever state. Kept by catalog.
create view current_series as
  select id, slug, title, title_i18n, synopsis, synopsis_i18n, genre_slug, tropes, free_episodes, poster_asset_id,
    hero_asset_id, editorial_hero_score, status, published_at
  from series where deleted_at is null;
grant select on current_series to cliffhanger_app;

-- What the audit log calls them by. Kept by curation.
create view collection_names as select id, slug, title_i18n from collections;
create view rail_names as select r.id, c.title_i18n, r.collection_id from rails r join collections c on c.id = r.collection_id;
grant select on collection_names, rail_names to cliffhanger_app;

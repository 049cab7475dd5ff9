-- compatible with 0027
-- Switches of the app. One with a percentage is on for that share of users or devices, each always the same.
create table flags (
  key text constraint flags_pk primary key constraint flags_key check (key ~ '^[a-z][a-z0-9_.-]{0,99}$'),
  enabled boolean not null,
  -- Null for one that is simply on or off.
  percentage integer constraint flags_percentage check (percentage between 0 and 100),
  -- Null for all of them.
  markets text[] constraint flags_markets check (cardinality(markets) between 1 and 300),
  created_at timestamptz(3) not null default clock(),
  updated_at timestamptz(3) not null default clock(),
  constraint flags_scope check (markets is null or percentage is not null)
);
grant select, insert, update, delete on flags to cliffhanger_app;

-- The edition of all of them; whoever changes one locks it first.
create table flag_edition (
  id integer constraint flag_edition_pk primary key default 1 constraint flag_edition_one check (id = 1),
  revision integer not null default 1
);
insert into flag_edition default values;
grant select, update on flag_edition to cliffhanger_app;

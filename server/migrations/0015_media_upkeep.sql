-- Whose the data folder is, which files wait for their change to be made, and when a provider is asked again.

-- The folder of files holds the same id, so that a service never tidies up the files of another installation.
create table installation (
  id uuid not null default gen_random_uuid() constraint installation_pk primary key,
  is_only boolean not null default true
    constraint installation_one unique
    constraint installation_is_only check (is_only),
  created_at timestamptz(3) not null default clock()
);
insert into installation default values;
grant select on installation to cliffhanger_app;

-- A file is named here before it is written, and no longer once an asset shows it. What stays was left by a change that
-- was undone: only such files are ever tidied up, and never one that this database has not written.
create table media_pending_files (
  name text constraint media_pending_files_pk primary key,
  created_at timestamptz(3) not null default clock()
);
create index media_pending_files_oldest on media_pending_files (created_at, name);
grant select, insert, delete on media_pending_files to cliffhanger_app;

-- An asset that the provider cannot tell anything about is asked about ever more seldom, and holds up no other.
alter table media_assets
  add column failed_checks integer not null default 0 constraint media_assets_failed_checks check (failed_checks >= 0),
  add column check_after timestamptz(3);

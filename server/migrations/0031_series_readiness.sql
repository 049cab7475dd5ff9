-- compatible with 0027
-- What each series lacks, so that a list does not look at the files of every episode of its page. A row holds only
-- while nothing is noted in series_readiness_outdated: changes note the series there, and never wait for each other; a
-- job computes those anew. Whoever reads meanwhile computes it, so that what is shown is never out of date.
create table series_readiness (
  series_id uuid constraint series_readiness_pk primary key constraint series_readiness_series_fk references series,
  lacks_episodes boolean not null,
  lacks_video boolean not null,
  lacks_captions boolean not null
);
create table series_readiness_outdated (
  series_id uuid constraint series_readiness_outdated_series_fk references series,
  no bigint generated always as identity,
  constraint series_readiness_outdated_pk primary key (series_id, no)
);
grant select, insert, update on series_readiness to cliffhanger_app;
grant select, insert, delete on series_readiness_outdated to cliffhanger_app;

insert into series_readiness_outdated (series_id) select id from series;

create function note_changed_series() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into public.series_readiness_outdated (series_id) values (new.id);
  return null;
end $$;

create function note_series_of_episode() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into public.series_readiness_outdated (series_id) values (new.series_id);
  return null;
end $$;

-- The series whose captions or video it is.
create function note_series_of_file() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into public.series_readiness_outdated (series_id)
  select series_id from public.episodes where id = new.episode_id
  union
  select series_id from public.episodes where media_asset_id = new.id;
  return null;
end $$;

create trigger series_note_inserted after insert on series for each row execute function note_changed_series();
create trigger series_note_updated after update of status, target_languages on series for each row
  when ((old.status, old.target_languages) is distinct from (new.status, new.target_languages))
  execute function note_changed_series();
create trigger episodes_note_inserted after insert on episodes for each row execute function note_series_of_episode();
create trigger episodes_note_updated after update of status, media_asset_id, deleted_at on episodes for each row
  when ((old.status, old.media_asset_id, old.deleted_at) is distinct from (new.status, new.media_asset_id, new.deleted_at))
  execute function note_series_of_episode();
create trigger media_assets_note_inserted after insert on media_assets for each row
  execute function note_series_of_file();
create trigger media_assets_note_updated after update of status, deleted_at on media_assets for each row
  when ((old.status, old.deleted_at) is distinct from (new.status, new.deleted_at))
  execute function note_series_of_file();

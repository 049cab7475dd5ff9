-- compatible with 0109
-- How many episodes of a series were free before each change, so that reports about past days use the number in force then.
create table free_episode_changes (
  series_id uuid not null constraint free_episode_changes_series_fk references series,
  changed_at timestamptz(3) not null default clock(),
  free_episodes_before integer not null,
  -- Of two changes in the same millisecond the first one has the number that was in force before.
  constraint free_episode_changes_pk primary key (series_id, changed_at)
);
grant select on free_episode_changes to cliffhanger_app;

create function note_free_episode_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.free_episode_changes (series_id, free_episodes_before) values (new.id, old.free_episodes)
  on conflict on constraint free_episode_changes_pk do nothing;
  return null;
end $$;
revoke execute on function note_free_episode_change() from public;
create trigger series_free_episodes_changed after update of free_episodes on series
  for each row when (old.free_episodes is distinct from new.free_episodes) execute function note_free_episode_change();

insert into free_episode_changes (series_id, changed_at, free_episodes_before)
select s.id, a.created_at, (a.before ->> 'freeEpisodes')::integer
from audit_log a join series s on s.id::text = a.target_id
where a.action = 'series.update' and a.target_type = 'series' and a.before ->> 'freeEpisodes' ~ '^[0-9]{1,9}$'
order by a.created_at, a.id
on conflict on constraint free_episode_changes_pk do nothing;

-- compatible with 0027
-- Tells which threads of comments changed, so that a process shows nothing of what it keeps that is out of date: one row
-- for each episode and statement. Nobody waits for anybody, and a change is seen as soon as it is committed.
create table comment_changes (
  id bigint generated always as identity constraint comment_changes_pk primary key,
  -- Without one, the threads of all episodes.
  episode_id uuid,
  created_at timestamptz(3) not null default clock()
);
grant select, delete, insert (episode_id) on comment_changes to cliffhanger_app;

create function note_new_comments() returns trigger language plpgsql as $$
begin
  insert into public.comment_changes (episode_id) select distinct episode_id from written where status = 'visible';
  return null;
end $$;
revoke execute on function note_new_comments() from public;

-- Reports count on the row of the comment, and change nothing that viewers see. Many threads at once are all of them.
create function note_changed_comments() returns trigger language plpgsql as $$
begin
  insert into public.comment_changes (episode_id)
  select distinct case when e.count <= 50 then e.episode_id end
  from (select n.episode_id, count(*) over () from after_it n join before_it o on o.id = n.id
    where (o.status, o.body) is distinct from (n.status, n.body) group by 1) e;
  return null;
end $$;
revoke execute on function note_changed_comments() from public;

create function note_changed_threads() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.comment_changes default values;
  return null;
end $$;
revoke execute on function note_changed_threads() from public;

create trigger series_leave after update on series for each row
  when (old.status = 'published' and (new.status <> 'published' or new.deleted_at is not null))
  execute function note_changed_threads();
create trigger episodes_leave after update on episodes for each row
  when (old.status = 'published' and (new.status <> 'published' or new.deleted_at is not null))
  execute function note_changed_threads();
create trigger comments_are_new after insert on comments
  referencing new table as written for each statement execute function note_new_comments();
create trigger comments_change after update on comments
  referencing old table as before_it new table as after_it for each statement execute function note_changed_comments();

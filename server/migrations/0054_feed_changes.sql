-- compatible with 0027
-- Tells that the feed is to be composed anew: one row for each statement that changed what it is made of. How many there
-- are and the last of them name an edition. Nobody waits for anybody, and a change is seen as soon as it is committed.
create table feed_changes (
  id bigint generated always as identity constraint feed_changes_pk primary key,
  created_at timestamptz(3) not null default clock()
);
grant select, delete on feed_changes to cliffhanger_app;

create function note_feed_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.feed_changes default values;
  return null;
end $$;
revoke execute on function note_feed_change() from public;

create trigger series_change_the_feed after insert or update or delete on series
  for each statement execute function note_feed_change();
create trigger episodes_change_the_feed after insert or update or delete on episodes
  for each statement execute function note_feed_change();
create trigger collections_change_the_feed after insert or update or delete on collections
  for each statement execute function note_feed_change();
create trigger collection_items_change_the_feed after insert or delete on collection_items
  for each statement execute function note_feed_change();
create trigger rails_change_the_feed after insert or update or delete on rails
  for each statement execute function note_feed_change();
create trigger free_series_entries_change_the_feed after insert or update or delete on free_series_entries
  for each statement execute function note_feed_change();
create trigger media_assets_change_the_feed after update on media_assets
  for each row when (old.kind in ('poster', 'hero') and (old.status, old.playback_id) is distinct from
    (new.status, new.playback_id)) execute function note_feed_change();

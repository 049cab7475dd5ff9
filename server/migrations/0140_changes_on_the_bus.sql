-- compatible with 0109
-- Says on the bus what changed of what processes keep in memory: the shared reads, and users who may not be let in by their
-- token alone. A message is ["changed", [topic, key]]; without a key everything of the topic. Triggers, so that a process
-- of the previous release, a job and a person with psql are heard as well.
drop trigger series_change_the_feed on series;
drop trigger episodes_change_the_feed on episodes;
drop trigger collections_change_the_feed on collections;
drop trigger collection_items_change_the_feed on collection_items;
drop trigger rails_change_the_feed on rails;
drop trigger free_series_entries_change_the_feed on free_series_entries;
drop trigger media_assets_change_the_feed on media_assets;
drop trigger series_leave on series;
drop trigger episodes_leave on episodes;
drop trigger comments_are_new on comments;
drop trigger comments_change on comments;
drop function note_feed_change(), note_new_comments(), note_changed_comments(), note_changed_threads();
-- Their tables stay for a process of the previous release, which shows changes within 30 seconds from now on. The first
-- migration that is not compatible with it drops feed_changes and comment_changes.

-- Sends a message to every process. Its sender gets it in the transaction too, as a notice with a code of its own (INFO is
-- sent whatever client_min_messages says), so that a process drops what it keeps without waiting for the notification.
create function emit_message(message text) returns void language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('cliffhanger', message);
  raise info using message = message, errcode = 'CH001';
end $$;
revoke execute on function emit_message(text) from public;
grant execute on function emit_message(text) to cliffhanger_app;

-- For whole tables that editors change seldom.
create function emit_table_change() returns trigger language plpgsql set search_path = '' as $$
begin
  perform public.emit_message(json_build_array('changed', json_build_array(tg_argv[0], null))::text);
  return null;
end $$;
revoke execute on function emit_table_change() from public;

create trigger collections_emit after insert or update or delete on collections
  for each statement execute function emit_table_change('curation');
create trigger collection_items_emit after insert or update or delete on collection_items
  for each statement execute function emit_table_change('curation');
create trigger rails_emit after insert or update or delete on rails
  for each statement execute function emit_table_change('curation');
create trigger free_series_entries_emit after insert or update or delete on free_series_entries
  for each statement execute function emit_table_change('rotation');
create trigger price_overrides_emit after insert or update or delete on price_overrides
  for each statement execute function emit_table_change('prices');
create trigger pricing_config_emit after insert or update or delete on pricing_config
  for each statement execute function emit_table_change('prices');
create trigger coin_packages_emit after insert or update or delete on coin_packages
  for each statement execute function emit_table_change('store');
create trigger flags_emit after insert or update or delete on flags
  for each statement execute function emit_table_change('flags');

-- The catalog by its series. Viewers see nothing of what is published neither before nor after.
create function emit_series_change() returns trigger language plpgsql set search_path = '' as $$
begin
  perform public.emit_message(json_build_array('changed', json_build_array('catalog', new.id))::text);
  return null;
end $$;
revoke execute on function emit_series_change() from public;
create trigger series_insert_emit after insert on series for each row
  when (new.status = 'published') execute function emit_series_change();
create trigger series_update_emit after update on series for each row
  when (old.status = 'published' or new.status = 'published') execute function emit_series_change();

create function emit_episode_change() returns trigger language plpgsql set search_path = '' as $$
begin
  perform public.emit_message(json_build_array('changed', json_build_array('catalog', new.series_id))::text);
  return null;
end $$;
revoke execute on function emit_episode_change() from public;
create trigger episodes_insert_emit after insert on episodes for each row
  when (new.status = 'published') execute function emit_episode_change();
create trigger episodes_update_emit after update on episodes for each row
  when (old.status = 'published' or new.status = 'published') execute function emit_episode_change();

create function emit_media_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform public.emit_message(json_build_array('changed', json_build_array('catalog', l.id))::text) from (
    select s.id from public.series s where s.poster_asset_id = new.id
    union select s.id from public.series s where s.hero_asset_id = new.id
    union select e.series_id from public.episodes e where e.media_asset_id = new.id
    union select e.series_id from public.episodes e where e.thumb_asset_id = new.id) l;
  return null;
end $$;
revoke execute on function emit_media_change() from public;
create trigger media_assets_emit after update on media_assets for each row
  when ((old.status, old.playback_id, old.duration_s, old.deleted_at)
    is distinct from (new.status, new.playback_id, new.duration_s, new.deleted_at))
  execute function emit_media_change();

-- What moderators do to comments. Many threads at once are all of them. New comments are announced by the service after
-- their commit: the commits of transactions that notify wait for each other.
create function emit_comment_changes() returns trigger language plpgsql set search_path = '' as $$
begin
  perform public.emit_message(json_build_array('changed', json_build_array('comments', t.key))::text)
  from (select distinct case when e.count <= 50 then e.episode_id end as key
    from (select n.episode_id, count(*) over () from after_it n join before_it o on o.id = n.id
      where (o.status, o.body) is distinct from (n.status, n.body) group by 1) e) t;
  return null;
end $$;
revoke execute on function emit_comment_changes() from public;
create trigger comments_emit after update on comments
  referencing old table as before_it new table as after_it for each statement execute function emit_comment_changes();

-- Users of whom a token may say something else than the database. A token lasts 30 days, and so long they stay here.
create table user_access_changes (
  user_id uuid constraint user_access_changes_pk primary key constraint user_access_changes_user_fk references users,
  changed_at timestamptz(3) not null default clock()
);
create index user_access_changes_oldest on user_access_changes (changed_at);
grant select, delete on user_access_changes to cliffhanger_app;

create function emit_user_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.user_access_changes (user_id) values (new.id)
  on conflict (user_id) do update set changed_at = excluded.changed_at;
  perform public.emit_message(json_build_array('access', json_build_object(
    'id', new.id, 'status', new.status, 'tokenVersion', new.token_version, 'countryCode', new.country_code,
    'language', new.language, 'isGuest', new.is_guest))::text);
  return null;
end $$;
revoke execute on function emit_user_change() from public;
create trigger users_emit after update of status, token_version, country_code, language, is_guest on users for each row
  when ((old.status, old.token_version, old.country_code, old.language, old.is_guest)
    is distinct from (new.status, new.token_version, new.country_code, new.language, new.is_guest))
  execute function emit_user_change();

create function emit_token_revocation() returns trigger language plpgsql set search_path = '' as $$
begin
  perform public.emit_message(json_build_array('access', json_build_object('id', new.id, 'status', 'revoked'))::text);
  return null;
end $$;
revoke execute on function emit_token_revocation() from public;
create trigger user_revoked_tokens_emit after insert on user_revoked_tokens for each row
  execute function emit_token_revocation();

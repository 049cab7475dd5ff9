-- What a feature lets others read of its tables. Each view reads the tables of one feature; the planner puts it into the
-- statement that names it, so a read through it costs what a read of the tables does.

-- Kept by admins: whom an id names, also once the admin is gone.
create view admin_names as select id, email from admins;
-- Kept by admins: what decides whether an admin may come in.
create view admin_callers as
  select a.id, a.email, r.name as role, r.permissions, a.is_active, a.token_version, a.must_reset_password
  from admins a join roles r on r.id = a.role_id
  where a.deleted_at is null;
-- Kept by sessions: who has a second factor that counts.
create view confirmed_second_factors as select admin_id from admin_second_factors where confirmed_at is not null;
grant select on admin_names, admin_callers, confirmed_second_factors to cliffhanger_app;

-- Kept by users: who a user is, without secrets.
create view user_profiles as
  select id, email, phone_e164, display_name, avatar_url, country_code, language, is_guest, status, created_at from users;
create view user_device_ids as select user_id, device_id from user_devices;
grant select on user_profiles, user_device_ids to cliffhanger_app;

-- Kept by catalog: what a series or an episode is called, also once it is removed. Two views and not their union: a
-- join inside of a union would be made whole before it is looked into.
create view series_names as select id, title from series;
create view episode_names as select id, series_id, episode_number, title from episodes;
-- Kept by catalog: the episodes that are there, with what their series says about them.
create view current_episodes as
  select e.id, e.series_id, e.episode_number, s.free_episodes, e.status, s.status as series_status,
    e.cliffhanger_score, e.media_asset_id
  from episodes e join series s on s.id = e.series_id
  where e.deleted_at is null and s.deleted_at is null;
grant select on series_names, episode_names, current_episodes to cliffhanger_app;

-- Kept by media: the files that can be played or shown.
create view ready_assets as
  select id, kind, episode_id, lang, playback_id from media_assets where status = 'ready' and deleted_at is null;
grant select on ready_assets to cliffhanger_app;

-- Which kinds of approval there are is said by the features that bring them, and so is which of them are asked for once.
alter table approvals
  add column asked_once boolean not null default false,
  add constraint approvals_kind_format check (kind ~ '^[a-z]+(_[a-z]+)*$');
update approvals set asked_once = true
  where status = 'pending' and kind in ('user_anonymize', 'series_delete', 'episode_delete', 'role_delete');
drop index approvals_one_pending;
create unique index approvals_one_pending on approvals (kind, target_id) where status = 'pending' and asked_once;

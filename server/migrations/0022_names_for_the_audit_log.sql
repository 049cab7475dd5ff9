-- compatible with 0021
-- What the audit log and approvals call people and things by. Each view is kept by the feature that has the table.
create or replace view admin_names as select id, email, name from admins;
create or replace view series_names as select id, title, title_i18n, poster_asset_id from series;
create or replace view episode_names as select id, series_id, episode_number, title, thumb_asset_id from episodes;

create view role_names as select id, name from roles;
create view asset_names as select id, source_file_name from media_assets;
create view approval_targets as select id, target_type, target_id from approvals;
grant select on role_names, asset_names, approval_targets to cliffhanger_app;

-- compatible with 0027
-- Kept by catalog: the images that a series or episode shows, with the state that it is in.
create view item_images as
  select thumb_asset_id as asset_id, status from episodes where deleted_at is null and thumb_asset_id is not null
  union all
  select poster_asset_id, status from series where deleted_at is null and poster_asset_id is not null
  union all
  select hero_asset_id, status from series where deleted_at is null and hero_asset_id is not null;
grant select on item_images to cliffhanger_app;

-- What operators edit carries a revision, which is its ETag.
alter table publish_schedules add column revision integer not null default 1;

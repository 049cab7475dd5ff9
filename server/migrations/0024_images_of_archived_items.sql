-- compatible with 0021
-- Kept by catalog: the images that an archived series or episode shows; like all that is archived, they stay.
create view archived_item_images as
  select thumb_asset_id as asset_id from episodes
    where status = 'archived' and deleted_at is null and thumb_asset_id is not null
  union all
  select poster_asset_id from series
    where status = 'archived' and deleted_at is null and poster_asset_id is not null
  union all
  select hero_asset_id from series
    where status = 'archived' and deleted_at is null and hero_asset_id is not null;
grant select on archived_item_images to cliffhanger_app;

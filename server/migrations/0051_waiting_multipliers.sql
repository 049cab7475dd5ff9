-- compatible with 0027
-- Kept by promos: who has a multiplier that waits for their next purchase.
create view waiting_multipliers as select user_id from promo_redemptions where used_at is null;
grant select on waiting_multipliers to cliffhanger_app;

-- compatible with 0027
-- What segments are made of, what promos and segments are called, and what a promo gave away on each day.

-- Kept by users: what a user's devices are.
create view user_device_platforms as select user_id, platform from user_devices;
grant select on user_device_platforms to cliffhanger_app;

-- Kept by segments and by promos: what they are called, a promo also once it is removed.
create view segment_names as select id, name from segments;
create view promo_codes as select id, code from promos;
grant select on segment_names, promo_codes to cliffhanger_app;

-- Written together with the promo's row, which is locked then: the sum of the coins is what the promo has spent.
create table promo_days (
  promo_id uuid not null constraint promo_days_promo_fk references promos,
  day date not null,
  redemptions integer not null constraint promo_days_redemptions check (redemptions >= 0),
  coins bigint not null constraint promo_days_coins check (coins >= 0),
  constraint promo_days_pk primary key (promo_id, day)
);
grant select, insert, update on promo_days to cliffhanger_app;

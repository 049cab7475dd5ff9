-- compatible with 0109
-- What each admin added to budgets of promos on a UTC day without a second person, in coins.
create table admin_promo_budgets_by_day (
  admin_id uuid not null constraint admin_promo_budgets_by_day_admin_fk references admins (id),
  day date not null,
  coins bigint not null constraint admin_promo_budgets_by_day_coins check (coins >= 0),
  constraint admin_promo_budgets_by_day_pk primary key (admin_id, day)
);
grant select, insert, update on admin_promo_budgets_by_day to cliffhanger_app;

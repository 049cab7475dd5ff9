-- compatible with 0109
-- The coins that promos gave by the hour, for forecasts of their budgets: those of the alerts and of the promos are the same.
create view promo_hours as
  select h.subject as promo_id, h.hour, h.amount as coins from alert_hours h where h.figure = 'promo_coins';
grant select on promo_hours to cliffhanger_app;

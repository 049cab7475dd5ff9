-- compatible with 0109
alter table provider_refunds validate constraint provider_refunds_percentage;
alter table subscription_events validate constraint subscription_events_type;
alter table refunds validate constraint refunds_reversed, validate constraint refunds_money,
  validate constraint refunds_money_executed, validate constraint refunds_money_reason;

-- compatible with 0109
alter table refunds validate constraint refunds_money_retries;

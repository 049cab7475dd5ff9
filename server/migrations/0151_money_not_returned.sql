-- compatible with 0109
-- outside a transaction
create index concurrently refunds_money_open on refunds (money_at) where money in ('pending', 'failed');

-- compatible with 0027
-- An unlock knows the movement that paid for it: what was free has none.

alter table unlocks add event_id uuid;
alter table unlocks add constraint unlocks_paid_by_event check ((coins = 0) = (event_id is null)) not valid;

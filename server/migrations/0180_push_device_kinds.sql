-- compatible with 0109
-- Phones: the endpoint of a device is the address of a Web Push subscription, or the token of a phone. Only the former
-- has keys.
alter table push_subscriptions
  add column kind text not null default 'web' constraint push_subscriptions_kind check (kind in ('web', 'fcm', 'apns')),
  alter column p256dh drop not null,
  alter column auth drop not null,
  add constraint push_subscriptions_keys check ((kind = 'web') = (p256dh is not null) and (kind = 'web') = (auth is not null));

import { exampleId } from './example-ids.ts';

/** A draft, a campaign that was sent, and a device that takes pushes; and a flag for half of all users. */
export const examplePushes = (callerId: string): string => `
  delete from push_messages;
  delete from push_opens;
  delete from push_counts;
  delete from push_subscriptions;
  delete from push_campaigns where id in ('${exampleId('e2')}', '${exampleId('e3')}');
  update push_settings set enabled = true;
  delete from flags where key = 'public_paywall';
  insert into flags (key, enabled, percentage) values ('public_paywall', true, 50);
  insert into push_subscriptions (id, user_id, endpoint, p256dh, auth) values ('${exampleId('e4')}', '${exampleId('11')}',
    'https://push.example.com/send/example',
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4', 'BTBZMqHH6r4Tts7J_aSIgg');
  insert into push_campaigns (id, title_i18n, body_i18n, category, status, created_by, send_at, started_at, finished_at,
      audience_users, audience_devices) values
    ('${exampleId('e2')}', '{"en":"New tonight"}', '{"en":"The Quiet Heir, episode 12"}', 'drops', 'draft', '${callerId}', null,
      null, null, null, null),
    ('${exampleId('e3')}', '{"en":"Welcome back"}', '{"en":"Ten coins wait for you"}', 'drops', 'sent', '${callerId}',
      '2026-01-02T11:00:00Z', '2026-01-02T11:00:00Z', '2026-01-02T11:01:00Z', 2, 2);
  insert into push_messages (id, campaign_id, user_id, subscription_id, status, outcome, response_status, attempts,
      next_attempt_at) values
    ('${exampleId('e5')}', '${exampleId('e3')}', '${exampleId('11')}', '${exampleId('e4')}', 'done', 'delivered', 201, 1,
      '2026-01-02T11:00:00Z'),
    ('${exampleId('e6')}', '${exampleId('e3')}', '${exampleId('11')}', '${exampleId('e7')}', 'done', 'delivered', 201, 1,
      '2026-01-02T11:00:00Z');
  insert into push_counts (campaign_id, outcome, messages) values ('${exampleId('e3')}', 'queued', 2),
    ('${exampleId('e3')}', 'delivered', 2)`;

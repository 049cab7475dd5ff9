import { exampleId } from './example-ids.ts';

/** Under the episode that is published: a comment that someone reported, a hidden one, and one that earned a strike. */
export const exampleComments = (callerId: string): string => `
  delete from strikes where user_id in ('${exampleId('11')}', '${exampleId('12')}');
  delete from comment_reports where comment_id in (select id from comments where episode_id = '${exampleId('55')}');
  delete from comments where episode_id = '${exampleId('55')}';
  insert into comments (id, episode_id, user_id, body, status, open_reports, reported_at) values
    ('${exampleId('e1')}', '${exampleId('55')}', '${exampleId('11')}', 'She was the heir all along!', 'visible', 1, clock()),
    ('${exampleId('e2')}', '${exampleId('55')}', '${exampleId('11')}', 'Free coins, write to me', 'hidden', 0, null),
    ('${exampleId('e3')}', '${exampleId('55')}', '${exampleId('11')}', 'Free coins here', 'hidden', 0, null);
  insert into comment_reports (id, comment_id, user_id, reason)
    values ('${exampleId('e5')}', '${exampleId('e1')}', '${exampleId('12')}', 'spoiler');
  insert into strikes (user_id, id, type, ref_id, reason, created_by)
    values ('${exampleId('11')}', '${exampleId('e7')}', 'comment', '${exampleId('e3')}', 'spam', '${callerId}')`;

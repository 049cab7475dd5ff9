import { idOf } from './example-ids.ts';

/** Under the episode that is published: a comment that someone reported, a hidden one, and one that earned a strike. */
export const exampleComments = (callerId: string): string => `
  delete from strikes where user_id in ('${idOf('11')}', '${idOf('12')}');
  delete from comment_reports where comment_id in (select id from comments where episode_id = '${idOf('55')}');
  delete from comments where episode_id = '${idOf('55')}';
  insert into comments (id, episode_id, user_id, body, status, open_reports, reported_at) values
    ('${idOf('e1')}', '${idOf('55')}', '${idOf('11')}', 'She was the heir all along!', 'visible', 1, clock()),
    ('${idOf('e2')}', '${idOf('55')}', '${idOf('11')}', 'Free coins, write to me', 'hidden', 0, null),
    ('${idOf('e3')}', '${idOf('55')}', '${idOf('11')}', 'Free coins here', 'hidden', 0, null);
  insert into comment_reports (id, comment_id, user_id, reason)
    values ('${idOf('e5')}', '${idOf('e1')}', '${idOf('12')}', 'spoiler');
  insert into strikes (user_id, id, type, ref_id, reason, created_by)
    values ('${idOf('11')}', '${idOf('e7')}', 'comment', '${idOf('e3')}', 'spam', '${callerId}')`;

import { exampleId } from './example-ids.ts';

/** A flag that was switched on, to be undone. */
export const exampleFlag = `
  delete from flags where key = 'example_switch';
  insert into flags (key, enabled) values ('example_switch', true);
  delete from audit_log where target_type = 'flag' and target_id = 'example_switch';
  insert into audit_log (id, action, admin_email, target_type, target_id, before, after)
    values ('${exampleId('a2')}', 'flag.set', 'system', 'flag', 'example_switch', '{"value":false}', '{"value":true}')`;

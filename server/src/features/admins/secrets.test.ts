import { expect, it } from 'vitest';
import { type Answer, makeAdminActor } from '../../../test/harness/actor.ts';
import {
  otpCode,
  type SignedInBody,
  setUpSecondFactor,
  signIn,
  stoppedClock,
  withToken,
} from '../../../test/harness/sign-in.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const root = await makeAdminActor(world, 'superadmin');
await stoppedClock(world);

const typed = {
  temporary: 'canary of the first password',
  chosen: 'canary of the second password',
  reset: 'canary of the third password',
  dryRun: 'canary of a dry run password',
  mistaken: 'canary typed where the email goes',
};
const answers: string[] = [];
const keep = <Body>(answer: Answer<Body>): Answer<Body> => {
  answers.push(answer.text);
  return answer;
};

/** One admin's whole life, with every secret that there is in it. */
async function useEverySecret() {
  const email = 'mina@example.com';
  const given = { email, name: 'Mina', role: 'support', temporary_password: typed.temporary };
  await root.post('/admin/admins?dryRun=true', { ...given, temporary_password: typed.dryRun }).then(keep);
  const { id } = keep(await root.post<{ id: string }>('/admin/admins', given)).body;
  const first = await signIn(world, { email, password: typed.temporary });
  const change = { currentPassword: typed.temporary, newPassword: typed.chosen };
  const changed = await withToken(world, first.body.access_token).post<SignedInBody>(
    '/admin/auth/change-password',
    change,
  );
  const admin = withToken(world, changed.body.access_token);
  const { secret, recovery } = await setUpSecondFactor(world, admin, typed.chosen);
  const otp = await otpCode(world, secret);
  const second = await signIn(world, { email, password: typed.chosen, otp });
  const [spare = ''] = recovery;
  const third = await signIn(world, { email, password: typed.chosen, otp: spare });
  await signIn(world, { email: typed.mistaken, password: typed.mistaken }).then(keep);
  await signIn(world, { email, password: typed.mistaken }).then(keep);
  keep(await root.post(`/admin/admins/${id}/reset-password`, { temporary_password: typed.reset }));
  const tokens = [first, changed, second, third].map(({ body }) => body.access_token);
  return { id, secret, recovery, tokens };
}

async function everyRow(): Promise<{ table: string; row: string }[]> {
  const { pool } = world.database;
  const tables = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const found: { table: string; row: string }[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    found.push(...rows.map(({ row }) => ({ table: name, row })));
  }
  return found;
}

const { id, secret, recovery, tokens } = await useEverySecret();
const rows = await everyRow();
const holding = (text: string) => rows.filter(({ row }) => row.toLowerCase().includes(text.toLowerCase()));

it('The scan finds known values: names of admins, and entries of the audit log', () => {
  expect(holding('mina@example.com').map(({ table }) => table)).toEqual(
    expect.arrayContaining(['admins', 'audit_log']),
  );
});

it.each(Object.entries(typed))('The %s password is nowhere in the database', (_name, password) => {
  expect(holding(password)).toEqual([]);
});

it('The hash of a password is only in its account', () => {
  expect(new Set(holding('$argon2').map(({ table }) => table))).toEqual(new Set(['admins']));
});

it('The secret of a second factor is nowhere in the database, in any encoding', () => {
  const spellings = [
    secret,
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  ];
  for (const spelling of spellings) expect(holding(spelling)).toEqual([]);
});

it('Recovery codes are stored as hashes until they are used', async () => {
  for (const code of recovery) {
    expect(holding(code)).toEqual([]);
    expect(holding(code.replace('-', ''))).toEqual([]);
  }
  const { rows: factors } = await world.database.pool.query<{ codes: string[] }>(
    'select recovery_codes as codes from admin_second_factors where admin_id = $1',
    [id],
  );
  expect(factors[0]?.codes).toHaveLength(9);
  for (const code of factors[0]?.codes ?? []) expect(code).toMatch(/^[0-9a-f]{64}$/);
});

it('No token or signature is in the database', () => {
  for (const token of tokens) expect(holding(token.split('.').at(-1) ?? token)).toEqual([]);
});

it('No response about an admin contains a password, a hash or an encrypted secret', async () => {
  for (const url of [`/admin/admins/${id}`, '/admin/admins', '/admin/audit-log', '/admin/roles']) {
    keep(await root.get(url));
  }
  const { rows: factors } = await world.database.pool.query<{ secret: string }>(
    'select secret from admin_second_factors',
  );
  const secrets = [...Object.values(typed), '$argon2', secret, ...recovery, ...factors.map((factor) => factor.secret)];
  expect(answers.length).toBe(9);
  expect(answers.filter((answer) => secrets.some((one) => answer.includes(one)))).toEqual([]);
});

import pg from 'pg';

/** Those who work in the panel, each signed in, and the products whose rows are the point read of the bench. */

export const adminCount = 64;
export const productCount = 64;

const id = (block: string, n: number): string => `01900000-0000-7000-${block}-${n.toString(16).padStart(12, '0')}`;
export const adminId = (n: number): string => id('8a00', n);
export const sessionId = (n: number): string => id('8b00', n);
export const productId = (n: number): string => id('8c00', n);

const role = id('8d00', 1);
const sqlId = (block: string): string => `('${id(block, 0).slice(0, -12)}' || lpad(to_hex(n), 12, '0'))::uuid`;

const seed = `
  insert into roles (id, name, description, permissions) values ('${role}', 'bench admin', 'Looks everything up',
    '{catalog:read,catalog:write,publishing:read,pricing:read,users:read,users:ban,wallet:read,payments:read}');
  insert into admins (id, email, name, role_id, password_hash, last_login_at)
  select ${sqlId('8a00')}, 'admin' || lpad(n::text, 3, '0') || '@bench.example', 'Admin ' || lpad(n::text, 3, '0'),
         '${role}', 'nobody signs in with this', clock()
  from generate_series(1, ${adminCount}) n;
  insert into admin_sessions (id, admin_id, ip, user_agent, expires_at)
  select ${sqlId('8b00')}, ${sqlId('8a00')}, '10.0.0.' || n, 'a browser', timestamptz '2199-01-01'
  from generate_series(1, ${adminCount}) n;
  insert into subscription_products (id, product_id, name, period_days, price_cents, currency)
  select ${sqlId('8c00')}, 'bench_' || n, 'Product ' || n, 30, 499, 'USD' from generate_series(1, ${productCount}) n`;

export async function seedAdmins(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(seed);
  await client.query('vacuum (analyze) roles, admins, admin_sessions, subscription_products');
  await client.end();
}

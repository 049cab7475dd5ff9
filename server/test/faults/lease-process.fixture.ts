import { once } from 'node:events';
import { openLeases } from '../../src/gateways/files/lease.fixture.ts';

/** A process that holds a lease until it loses it, for a test to freeze. It prints when it holds it and when it lost it. */
const [url = '', name = ''] = process.argv.slice(2);
const { leases } = openLeases(url);
// A lease alone does not keep a process running.
setInterval(() => {}, 1_000);
await leases.alone(name, async (signal) => {
  process.stdout.write('held\n');
  await once(signal, 'abort');
  process.stdout.write('lost\n');
});

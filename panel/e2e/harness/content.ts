import { credentialsOf, type DemoAdmin } from './demo.ts';
import type { RunningServer } from './server.ts';

/** Makes what a screen is to show, by the API and as the people who would. */

interface AdminApi {
  call<T>(method: string, path: string, body?: object): Promise<T>;
}

type Server = Pick<RunningServer, 'url'>;

async function send<T>(url: string, init: RequestInit): Promise<T> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${init.method} ${url} answered ${answer.status}: ${await answer.text()}`);
  const body: T = JSON.parse((await answer.text()) || 'null');
  return body;
}

export const post = <T>(server: Server, path: string, body: object): Promise<T> =>
  send(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Someone who is signed in, whose calls need no browser. */
export async function signInByApi(server: Server, email: string, password: string): Promise<AdminApi> {
  const login = { email, password };
  const { access_token: token } = await post<{ access_token: string }>(server, '/v1/admin/auth/login', login);
  return {
    call: (method, path, body) =>
      send(`${server.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      }),
  };
}

const people = new Map<string, AdminApi>();

/**
 * An admin of the demo, who signs in once for all tests: comparing a password takes the server a tenth of a second. Who
 * was signed out by a test signs in again.
 */
export async function demoAdmin(server: Server, role: DemoAdmin): Promise<AdminApi> {
  const key = `${server.url} ${role}`;
  const known = people.get(key);
  const isSignedIn = await known?.call('GET', '/v1/admin/admins/me').then(
    () => true,
    () => false,
  );
  if (known && isSignedIn) return known;
  const { email, password } = await credentialsOf(server, role);
  const person = await signInByApi(server, email, password);
  people.set(key, person);
  return person;
}

let count = 0;
export const freshName = (stem: string): string => `${stem} ${Date.now().toString(36)}${++count}`;

interface Pending {
  readonly approvalId: string;
}

/** A grant of coins that support asked for and finance may decide. */
export async function askForGrant(server: RunningServer, amount: number) {
  const device = { deviceId: freshName('phone'), platform: 'android', countryCode: 'ID', language: 'id' };
  const { user } = await post<{ user: { id: string } }>(server, '/v1/auth/guest', device);
  const support = await demoAdmin(server, 'support');
  const path = `/v1/admin/users/${user.id}/wallet/adjust`;
  const grant = (coins: number, note: string) =>
    support.call<Pending>('POST', path, { amount: coins, direction: 'grant', reason: 'support_goodwill', note });
  const { approvalId } = await grant(amount, 'Lost coins after the outage');
  return { approvalId, userId: user.id, grant };
}

export interface Role {
  readonly id: string;
  readonly name: string;
}

/** A role that a superadmin wants deleted. */
export async function askForRoleDeletion(asking: AdminApi): Promise<Role & Pending> {
  const role = await asking.call<Role>('POST', '/v1/admin/roles', {
    name: freshName('night desk'),
    description: 'Support after hours',
    permissions: ['users:read', 'wallet:read'],
  });
  const { approvalId } = await asking.call<Pending>('DELETE', `/v1/admin/roles/${role.id}`);
  return { ...role, approvalId };
}

export interface AdminCredentials {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

/** Another superadmin, who has chosen a password already. Who makes one takes them away again. */
export async function makeSuperadmin(server: RunningServer, by: AdminApi): Promise<AdminCredentials> {
  const email = `${freshName('nora').replace(' ', '.')}@demo.example`;
  const temporary = 'nine lanterns on the quay 4';
  const password = 'quiet harbour at dawn 71';
  const body = { email, name: 'Nora Vance', role: 'superadmin', temporary_password: temporary };
  const { id } = await by.call<{ id: string }>('POST', '/v1/admin/admins', body);
  const newcomer = await signInByApi(server, email, temporary);
  const passwords = { currentPassword: temporary, newPassword: password };
  await newcomer.call('POST', '/v1/admin/auth/change-password', passwords);
  return { id, email, password };
}

interface Named {
  readonly id: string;
  readonly title: string;
}

/** A series whose first episodes are in review; the others are drafts. */
export async function makeSeriesWithEpisodes(server: Server, stem: string, inReview: number, drafts = 0) {
  const { call } = await demoAdmin(server, 'content_manager');
  const { id, title } = await call<Named>('POST', '/v1/admin/series', { title: freshName(stem) });
  const episodes: string[] = [];
  for (let number = 1; number <= inReview + drafts; number++) {
    const body = { episodeNumber: number, title: `Part ${number}` };
    const episode = await call<Named>('POST', `/v1/admin/series/${id}/episodes`, body);
    if (number <= inReview) await call('POST', `/v1/admin/episodes/${episode.id}/workflow`, { action: 'submit' });
    episodes.push(episode.id);
  }
  return { id, title, episodes };
}

/** Three episodes that go live in a week of their own, far from the demo's. */
export async function planSeriesWithEpisodes(server: Server): Promise<void> {
  const { episodes: episodeIds } = await makeSeriesWithEpisodes(server, 'The Planned', 3);
  const plan = { episodeIds, action: 'publish', cadence: 'daily', startAt: '2035-01-09T18:00:00Z' };
  await (await demoAdmin(server, 'content_manager')).call('POST', '/v1/admin/schedules/bulk', plan);
}

import type { RunningServer } from './server.ts';

/** The demo has one admin for each built-in role. */
export type DemoAdmin = 'superadmin' | 'content_manager' | 'moderator' | 'support' | 'analyst' | 'finance';

interface Signing {
  readonly email: string;
  readonly password: string;
  readonly role: string;
}

let known: Promise<readonly Signing[]> | undefined;

async function demoAdmins(server: Pick<RunningServer, 'url'>): Promise<readonly Signing[]> {
  const answer: { admins: Signing[] } = await (await fetch(`${server.url}/v1/demo`)).json();
  return answer.admins;
}

export async function credentialsOf(server: Pick<RunningServer, 'url'>, role: DemoAdmin): Promise<Signing> {
  known ??= demoAdmins(server);
  const found = (await known).find((admin) => admin.role === role);
  if (!found) throw new Error(`the demo has no ${role}`);
  return found;
}

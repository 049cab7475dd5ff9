import type { RunningServer } from './server.ts';

/** The demo has one admin for each built-in role. */
export type DemoAdmin = 'superadmin' | 'content_manager' | 'moderator' | 'support' | 'analyst' | 'finance';

interface Signing {
  readonly email: string;
  readonly password: string;
  readonly role: string;
}

const known = new Map<string, Promise<readonly Signing[]>>();

async function demoAdmins(server: Pick<RunningServer, 'url'>): Promise<readonly Signing[]> {
  const answer: { items: Signing[] } = await (await fetch(`${server.url}/v1/demo`)).json();
  return answer.items;
}

export async function credentialsOf(server: Pick<RunningServer, 'url'>, role: DemoAdmin): Promise<Signing> {
  const asked = known.get(server.url) ?? demoAdmins(server);
  known.set(server.url, asked);
  const found = (await asked).find((admin) => admin.role === role);
  if (!found) throw new Error(`the demo has no ${role}`);
  return found;
}

import { tokenFor } from '../../../test/harness/actor.ts';
import { withToken } from '../../../test/harness/sign-in.ts';
import type { World } from '../../../test/harness/world.ts';
import { evaluateAlerts } from './jobs.ts';

/** What tests of alerts share. */

export interface ShownAlert {
  id: string;
  kind: string;
  severity: string;
  status: string;
  subject: { type: string; id: string; label: string | null };
  figures: Record<string, number | null>;
  createdAt: string;
  windowFrom: string | null;
  resolvedAt: string | null;
  acknowledgedBy: { id: string } | null;
  note: string | null;
  allowed: string[];
  evidence: {
    requires: string;
    shown: boolean;
    hours: { hour: string; amount: number }[];
    rows: {
      type: string;
      id: string;
      userId: string | null;
      label: string | null;
      userKind: string | null;
      amount: number | null;
    }[];
  };
  error: string;
}

const silent = { error: () => {}, warn: (_fields: object) => {} };
const roomy = { freeBytes: 100, reserveBytes: 1 };

export const evaluate = ({ database }: World, log = silent, space = roomy) =>
  evaluateAlerts({ look: async () => space }).run({
    database: database.jobs,
    signal: new AbortController().signal,
    log,
    progress: () => {},
  });

/** An admin whose session is issued so many hours from now. */
export const signedInAfter = async (world: World, { id }: { id: string }, hours: number) =>
  withToken(world, await tokenFor(world, id, { issuedAt: new Date(Date.now() + hours * 3_600_000) }));

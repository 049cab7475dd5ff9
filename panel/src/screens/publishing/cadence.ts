import { fromField, toField } from '../../ui/date/days.ts';
import { fieldsOf } from '../../ui/diff.tsx';
import { isText } from '../../ui/draft.ts';

export const cadences = ['daily', 'every_n_days', 'weekly', 'custom'] as const;
export type Cadence = (typeof cadences)[number];

export interface Plan {
  readonly cadence: Cadence;
  /** As its field holds it, in UTC. */
  readonly start: string;
  readonly everyDays: number | null;
  /** For custom: as the fields hold them, by episode. */
  readonly own: Readonly<Record<string, string>>;
}

export const isPlan = (value: unknown): value is Plan => {
  const { cadence, start, everyDays, own } = fieldsOf(value);
  return (
    cadences.some((one) => one === cadence) &&
    isText(start) &&
    (everyDays === null || typeof everyDays === 'number') &&
    Object.values(fieldsOf(own)).every(isText)
  );
};

const dayMs = 86_400_000;
export const longestStep = 365;

function daysBetween({ cadence, everyDays }: Plan): number | undefined {
  if (cadence === 'daily') return 1;
  if (cadence === 'weekly') return 7;
  return everyDays !== null && everyDays >= 1 && everyDays <= longestStep ? everyDays : undefined;
}

/** When each episode goes live, as the server will count it; undefined where that is not known yet. */
export function momentsOf(plan: Plan, episodeIds: readonly string[]): (string | undefined)[] {
  if (plan.cadence === 'custom') return episodeIds.map((id) => fromField(plan.own[id] ?? ''));
  const [start, days] = [fromField(plan.start), daysBetween(plan)];
  return episodeIds.map((_, index) =>
    start === undefined || days === undefined
      ? undefined
      : new Date(Date.parse(start) + index * days * dayMs).toISOString(),
  );
}

/** Custom begins with the dates that the other cadence made, to be changed one by one. */
export function customPlanFrom(plan: Plan, episodeIds: readonly string[]): Plan {
  const moments = momentsOf(plan, episodeIds);
  const own = Object.fromEntries(
    episodeIds.map((id, index) => {
      const moment = moments[index];
      return [id, moment === undefined ? '' : toField(moment)];
    }),
  );
  return { ...plan, cadence: 'custom', own };
}

/** What the server is asked for; undefined while a date is missing. */
export function bulkBody(plan: Plan, episodeIds: readonly string[]) {
  const moments = momentsOf(plan, episodeIds).filter((moment) => moment !== undefined);
  const [startAt] = moments;
  if (startAt === undefined || moments.length < episodeIds.length) return undefined;
  const shared = { episodeIds: [...episodeIds], action: 'publish' as const, cadence: plan.cadence };
  if (plan.cadence === 'custom') return { ...shared, runAts: moments };
  return { ...shared, startAt, ...(plan.cadence === 'every_n_days' && { cadenceValue: plan.everyDays }) };
}

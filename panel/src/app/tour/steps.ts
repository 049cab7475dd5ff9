import type tourWords from './words/tour.en.json';

export type StepName = keyof typeof tourWords.step;

/** The screen that a step is about, where it is about one. */
export const screenOf: Readonly<Record<StepName, string | null>> = {
  home: '/',
  palette: null,
  approvals: '/approvals',
  users: '/users',
  series: '/series',
  launches: '/launches',
  calendar: '/calendar',
  uploads: '/uploads',
  moderation: '/moderation',
  refunds: '/refunds',
  economy: '/economy',
  reconciliation: '/reconciliation',
  analytics: '/analytics',
  admins: '/admins',
  audit: '/audit',
};

const tours: Readonly<Record<string, readonly StepName[]>> = {
  superadmin: ['home', 'approvals', 'admins', 'audit', 'palette'],
  content_manager: ['home', 'series', 'uploads', 'launches', 'calendar', 'palette'],
  moderator: ['home', 'moderation', 'users', 'palette'],
  support: ['home', 'users', 'approvals', 'refunds', 'palette'],
  analyst: ['home', 'analytics', 'launches', 'palette'],
  finance: ['home', 'approvals', 'refunds', 'economy', 'reconciliation', 'palette'],
};

/** For roles that someone has made: the first screens that they may open. */
const usual: readonly StepName[] = ['home', 'approvals', 'users', 'series', 'analytics', 'palette'];

/** The steps of a role, without the screens that it may not open. */
export const stepsFor = (role: string, open: readonly string[]): StepName[] =>
  (tours[role] ?? usual).filter((step) => {
    const path = screenOf[step];
    return path === null || path === '/' || open.includes(path);
  });

import { Counter, type Metric } from 'prom-client';

const unknown = new Counter({
  name: 'admin_sign_in_unknown_total',
  help: 'Sign-ins that this process refused because no admin has the email',
  registers: [],
});

export const countUnknown = (): void => unknown.inc();

export const signInMetrics: Metric[] = [unknown];

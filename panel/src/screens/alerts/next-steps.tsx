import { Link, type LinkProps } from '@tanstack/react-router';
import { useSession } from '../../app/session.ts';
import { useWords } from '../../words/define.ts';
import classes from './alerts.module.css';
import type { AlertDetail } from './queries.ts';
import { alertWords } from './words.ts';

interface Step {
  readonly name: keyof typeof alertWords.en.next;
  readonly link: Pick<LinkProps, 'to' | 'search'>;
  readonly permission: 'payments:read' | 'system:read';
}

/** The rail of an alert about one, or about what it sends. */
function railOf({ type, id }: AlertDetail['subject']): string | undefined {
  if (type === 'rail') return id;
  return type === 'webhook_source' && id.startsWith('payments:') ? id.slice('payments:'.length) : undefined;
}

/** The pages that help to investigate an alert. */
function stepsOf({ kind, subject }: AlertDetail): Step[] {
  if (kind === 'money_stuck') {
    const search = { status: 'executed', money: 'failed' } as const;
    return [{ name: 'refunds', link: { to: '/refunds', search }, permission: 'payments:read' }];
  }
  const rail = railOf(subject);
  if (rail === undefined) return [];
  const method: Step = {
    name: 'rail',
    link: { to: '/payment-methods', search: { rail } },
    permission: 'payments:read',
  };
  const messages: Step = {
    name: 'messages',
    link: { to: '/webhooks', search: { source: `payments:${rail}` } },
    permission: 'system:read',
  };
  const payments: Step = {
    name: kind === 'disputes' ? 'disputes' : 'payments',
    link: { to: '/transactions', search: { rail, ...(kind === 'disputes' && { status: 'disputed' }) } },
    permission: 'payments:read',
  };
  if (kind === 'disputes' || kind === 'refund_rate') return [payments];
  return kind === 'rail_quiet' ? [method, payments, messages] : [method, messages];
}

export function NextSteps({ alert }: { alert: AlertDetail }) {
  const t = useWords(alertWords);
  const { can } = useSession();
  const steps = stepsOf(alert).filter(({ permission }) => can(permission));
  if (steps.length === 0) return null;
  return (
    <p className={classes.steps}>
      {steps.map(({ name, link }) => (
        <Link key={name} {...link} className={classes.step}>
          {t(`next.${name}`)}
        </Link>
      ))}
    </p>
  );
}

/** What other folders of screens use of this one, besides its queries. */
export { PermissionSummary } from './facts.tsx';
export { AdminStatus } from './status.tsx';

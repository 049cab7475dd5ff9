export { SubscriptionStatus, useInterruption } from './parts.tsx';

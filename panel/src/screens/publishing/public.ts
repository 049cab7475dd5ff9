/** What other folders of screens use of this one, besides its queries. */
export { CadenceDrawer } from './cadence-drawer.tsx';
export { MoveDateButton, MoveDrawer } from './move-drawer.tsx';
export { ScheduleOneDrawer } from './schedule-one-drawer.tsx';

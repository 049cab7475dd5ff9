export { type Anonymizer, createAnonymizer, type EraseUserData } from './actions.ts';

import { refuse, staleWrite } from './errors.ts';

/** Refuses an edit that was made on an older edition than the one that is locked now. */
export function mustMatch(ifMatch: string | undefined, revision: number): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (!tags.includes(`"${revision}"`)) refuse(staleWrite);
}

import { refuse, refuseField, staleWrite } from './errors.ts';

const tag = '(?:W/)?"[!#-~\\x80-\\xff]*"';
const tagList = new RegExp(`^${tag}(?:[ \\t]*,[ \\t]*${tag})*$`);

/** Whether an edit was made on the edition that is locked now, as far as it says on which. */
export function matches(ifMatch: string | undefined, revision: number): boolean {
  const given = ifMatch?.trim();
  if (given === undefined || given === '*') return true;
  if (!tagList.test(given)) refuseField('If-Match', 'must be * or a list of tags in double quotes');
  const tags: readonly string[] = given.match(new RegExp(tag, 'g')) ?? [];
  return tags.includes(`"${revision}"`);
}

/** Refuses an edit that was made on an older edition than the one that is locked now. */
export function mustMatch(ifMatch: string | undefined, revision: number): void {
  if (!matches(ifMatch, revision)) refuse(staleWrite);
}

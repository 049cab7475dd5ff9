import { refuse, refuseField, staleWrite } from './errors.ts';

const tag = '(?:W/)?"[!#-~\\x80-\\xff]*"';
const tagList = new RegExp(`^${tag}(?:[ \\t]*,[ \\t]*${tag})*$`);

/** Refuses an edit of an older revision than the locked one. */
export function mustMatch(ifMatch: string | undefined, revision: number): void {
  const given = ifMatch?.trim();
  if (given === undefined || given === '*') return;
  if (!tagList.test(given)) refuseField('If-Match', 'must be * or a list of tags in double quotes');
  const tags: readonly string[] = given.match(new RegExp(tag, 'g')) ?? [];
  if (!tags.includes(`"${revision}"`)) refuse(staleWrite);
}

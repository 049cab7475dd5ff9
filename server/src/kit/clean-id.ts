/** What nobody sees: marks of format and direction, joiners, line ends and other controls, fillers. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** An id that another system gave, as it is compared: without what nobody sees and without white space around it. */
export const cleanId = (id: string): string => id.replace(unseen, '').trim();

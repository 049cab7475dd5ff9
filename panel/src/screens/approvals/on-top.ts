/** Whether the drawer has the keys: an open sheet, the palette and the help have them for themselves. */
export const isOnTop = (): boolean => document.querySelectorAll('[role="dialog"]').length <= 1;

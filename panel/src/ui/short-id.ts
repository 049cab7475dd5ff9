const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export const isUuid = (text: string): boolean => uuid.test(text);

/** The end of an id, kept together in Arabic too; its beginning is the time, which neighbours share. */
export const shortId = (id: string): string => (isUuid(id) ? `\u2066…${id.slice(-8)}\u2069` : id);

export const isShortId = (text: string): boolean => text.startsWith('\u2066…');

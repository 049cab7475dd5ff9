const ofTheFile = ['not_a_video', 'truncated', 'unreadable', 'duration_exceeded'];
const ofTheUpload = ['upload_expired', 'upload_incomplete', 'unknown_to_provider'];

/** Whether a video failed for what it is: the same file would fail again. */
export const needsOtherFile = (error: string | null): boolean => error !== null && ofTheFile.includes(error);

/** Whether it failed on its way: the same file may be sent again, from its beginning. */
export const needsNewUpload = (error: string | null): boolean => error !== null && ofTheUpload.includes(error);

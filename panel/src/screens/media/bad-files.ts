const ofTheFile = ['not_a_video', 'truncated', 'unreadable', 'duration_exceeded'];
const ofTheUpload = ['upload_expired', 'upload_incomplete', 'unknown_to_provider'];

/** Whether a video failed for what was sent: to process the same once more would fail again. */
export const needsOtherFile = (error: string | null): boolean =>
  error !== null && [...ofTheFile, ...ofTheUpload].includes(error);

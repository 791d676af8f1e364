export const like = 'Like';
export const likeFailed = 'Your like could not be sent. Please try again.';

export const follow = 'Follow';
export const following = 'Following';
export const muteTopic = 'Mute this topic';
export const unmuteTopic = 'Unmute this topic';
export const muteCategory = 'Mute this category';
export const unmuteCategory = 'Unmute this category';
export const trackFailed = 'That could not be saved. Please try again.';

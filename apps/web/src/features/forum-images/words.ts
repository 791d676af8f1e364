export const addImages = 'Add images';
export const upload = 'Upload';
export const ownPhotos = 'From my photos';
export const whereFrom = 'Where the images are from';
export const addToText = (count: number): string => (count > 1 ? `Add ${count} images` : 'Add to the text');
export const adding = 'Adding';
export const cancel = 'Cancel';
export const addingImage = (number: number, count: number): string =>
  count > 1 ? `Adding image ${number} of ${count}` : 'Adding the image';
export const offline = 'You are offline. It goes on by itself when you are back.';
export const tryingAgain = 'The connection dropped. It goes on by itself in a moment.';
export const tryNow = 'Try now';
export const uploadFailed = 'The image could not be added.';
export const uploadDropped = 'The connection dropped. Nothing is lost: try again.';
export const fileGone = 'An image is not where it was picked from any more. Take it out and choose it again.';
export const describeFirst = 'A few words help whoever cannot see it. You can also leave them out.';
export const tooMany = (most: number): string => `You can add up to ${most} images at once.`;

export const loadingPhotos = 'Loading your photos';
export const noPhotos = 'You have not shared a photo yet.';
export const photosFailed = 'Your photos could not be loaded.';
export const tryAgain = 'Try Again';
export const morePhotos = 'More photos';
export const choosePhoto = (title: string): string => `Choose ${title}`;

export const loadingImages = 'Loading the images';
export const imagesFailed = 'The images could not be loaded';
export const imagesFailedHint = 'The connection may have dropped.';
export const noImages = 'No images yet';
export const noImagesHint = 'Images that members add to their posts hang here.';
export const moreImages = 'More images';
export const fullSize = (alt: string): string => (alt === '' ? 'Full size' : `Full size: ${alt}`);
export const inPost = (number: number): string => `in post ${number}`;

export const imageOf = (name: string): string => `Image by ${name}`;

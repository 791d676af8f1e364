import type { Photo } from '@mbari/contract/shapes/photos';

/** Whether a cached value is a post, whichever answer it came in. */
export const isPhoto = (value: object): value is Photo => 'images' in value && 'likes_count' in value;

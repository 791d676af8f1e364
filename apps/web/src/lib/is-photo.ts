import type { Photo } from '@mbari/contract/shapes/photos';

/** Whether something in the cache is a post, in whichever answer it lies. */
export const isPhoto = (value: object): value is Photo => 'images' in value && 'likes_count' in value;

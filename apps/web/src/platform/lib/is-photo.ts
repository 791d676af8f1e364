import type { Photo } from '@mbari/contract/shapes/photos';

export const isPhoto = (value: object): value is Photo => 'images' in value && 'likes_count' in value;

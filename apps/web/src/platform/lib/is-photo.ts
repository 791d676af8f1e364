import type { Photo } from '@mbari/contract/photos/posts';

export const isPhoto = (value: object): value is Photo => 'images' in value && 'likes_count' in value;

import type { Image, Photo } from '@mbari/contract/photos/posts';
import { aMember } from './a-member.ts';

export const anImage = (own: Partial<Image> = {}): Image => ({
  id: 'image-1',
  image_path: '/media/image-1/1280.jpeg',
  width: 1200,
  height: 800,
  alt: 'Indigo cloth on a line',
  thumbhash: '',
  color: '#334466',
  srcset: { webp: '/media/image-1/640.webp 640w', jpeg: '/media/image-1/640.jpeg 640w' },
  bytes: [61_000],
  ...own,
});

/** Returns a post by `aMember`, as its author sees it. */
export const aPhoto = (own: Partial<Photo> = {}): Photo => {
  const { id, name, username } = aMember();
  return {
    id: 'photo-1',
    title: 'Adire',
    description: null,
    location_name: null,
    category: 'Textile',
    license: null,
    audience: null,
    warning: null,
    images: [anImage()],
    is_comparison: false,
    image_url: '/media/image-1/1280.jpeg',
    user: { id, name, username, avatar_url: null, is_verified: false } as unknown as Photo['user'],
    likes: [],
    likes_count: 0,
    is_liked: false,
    is_saved: false,
    comments: [],
    comments_count: 0,
    created_at: '2026-01-02T03:04:05Z',
    is_archived: false,
    version: 1,
    viewer: { may_edit: true, may_delete: true, may_comment: true, may_like: true, may_report: false },
    ...own,
  };
};

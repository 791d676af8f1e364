import type { Photo } from '@mbari/contract/shapes/photos';
import { copyLink } from '~/lib/copy-link.ts';

/** The post's own address, without where in it one stands. */
export const addressOf = ({ id }: Photo): string => `${location.origin}/post/${id}`;

/** Whether this browser hands things on to other apps by itself. */
export const sharesByItself = (): boolean => typeof navigator.share === 'function';

export async function sharePost(photo: Photo): Promise<void> {
  try {
    await navigator.share({ title: photo.title, text: wordsFor(photo), url: addressOf(photo) });
  } catch (error) {
    // Thought better of it.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    await copyLink(addressOf(photo));
  }
}

export const sendByWhatsApp = (photo: Photo): void =>
  void window.open(`https://wa.me/?text=${encodeURIComponent(`${wordsFor(photo)} ${addressOf(photo)}`)}`, '_blank', 'noopener');

export const sendByMail = (photo: Photo): void =>
  location.assign(
    `mailto:?subject=${encodeURIComponent(photo.title)}&body=${encodeURIComponent(`${wordsFor(photo)}\n${addressOf(photo)}`)}`,
  );

const wordsFor = ({ title, user }: Photo): string => `${title}, by ${user.name}`;

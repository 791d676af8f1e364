import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/photo-page';
import { copyLink } from '~/platform/lib/copy-text.ts';

/** Address of the post, without a fragment. */
export const addressOf = ({ id }: Photo): string => `${location.origin}/post/${id}`;

export const canShare = (): boolean => typeof navigator.share === 'function';

export async function sharePost(photo: Photo): Promise<void> {
  try {
    await navigator.share({ title: photo.title, text: textFor(photo), url: addressOf(photo) });
  } catch (error) {
    // The member closed the share dialog.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    await copyLink(addressOf(photo));
  }
}

export const shareByWhatsApp = (photo: Photo): void =>
  void window.open(`https://wa.me/?text=${encodeURIComponent(`${textFor(photo)} ${addressOf(photo)}`)}`, '_blank', 'noopener');

export const shareByMail = (photo: Photo): void =>
  location.assign(
    `mailto:?subject=${encodeURIComponent(photo.title)}&body=${encodeURIComponent(`${textFor(photo)}\n${addressOf(photo)}`)}`,
  );

const textFor = ({ title, user }: Photo): string => words.shared({ title, author: user.name });

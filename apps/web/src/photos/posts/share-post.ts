import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/photo-page';
import { copyLink } from '~/platform/lib/copy-text.ts';

/** Address of the post, without a fragment. */
export const addressOf = ({ id }: Photo): string => `${location.origin}/post/${id}`;

export const canShare = (): boolean => typeof navigator.share === 'function';

export const sharePost = (photo: Photo): Promise<void> => shareLink({ title: photo.title, text: textFor(photo), url: addressOf(photo) });

/** Opens the browser's share dialog. If it fails, copies the address. */
export async function shareLink(link: { title: string; text: string; url: string }): Promise<void> {
  try {
    await navigator.share(link);
  } catch (error) {
    // The member closed the share dialog.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    await copyLink(link.url);
  }
}

export const shareByWhatsApp = (photo: Photo): void =>
  void window.open(`https://wa.me/?text=${encodeURIComponent(`${textFor(photo)} ${addressOf(photo)}`)}`, '_blank', 'noopener');

export const shareByMail = (photo: Photo): void =>
  location.assign(
    `mailto:?subject=${encodeURIComponent(photo.title)}&body=${encodeURIComponent(`${textFor(photo)}\n${addressOf(photo)}`)}`,
  );

const textFor = ({ title, user }: Photo): string => words.shared({ title, author: user.name });

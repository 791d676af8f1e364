import type { Audience, License } from '@mbari/contract/photos/post-fields';
import type { Photo } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import { timeMissing } from '@mbari/words/composer';
import type { FieldErrors } from '~/platform/lib/use-form.ts';

const emptyFields = {
  title: '',
  description: '',
  location_name: '',
  category: '',
  /** Content warning: a listed reason, or other words. */
  warning: '',
  /** Empty: all rights are reserved. */
  license: '' as License | '',
  /** Empty: the author's setting applies. */
  audience: '' as Audience | '',
  /** Time at which a new post is published, in `datetime-local` format. Empty: now. */
  publish_at: '',
  /** Own series to which a new post is added. Empty: none. */
  series_id: '',
  /** Challenge that a new post enters. Empty: none. */
  challenge_id: '',
};

/** A post without its images, for the composer, the edit dialog, the stored draft and the upload. */
export type PostText = typeof emptyFields & {
  /** The server stores and shows the camera data of the images. */
  showsCamera: boolean;
  /** The second of two images is an earlier version of the first. */
  isComparison: boolean;
};

export const textFields = Object.keys(emptyFields) as (keyof typeof emptyFields)[];

/** Copies the fields from a draft or a post. Missing fields become empty. */
export const textOf = (from: { readonly [Name in keyof PostText]?: PostText[Name] | null | undefined }): PostText => ({
  ...emptyFields,
  ...Object.fromEntries(textFields.map((name) => [name, from[name] ?? ''])),
  showsCamera: from.showsCamera ?? false,
  isComparison: from.isComparison ?? false,
});

export const textOfPhoto = (photo: Photo): PostText =>
  textOf({
    ...photo,
    warning: photo.warning?.reason,
    showsCamera: photo.images.some(({ camera }) => camera !== undefined),
    isComparison: photo.is_comparison,
  });

/** A post in a challenge is for everybody and without a warning. The server publishes it at the end of voting. */
export const entering = (text: PostText, challenge_id: string): PostText => ({
  ...text,
  challenge_id,
  audience: challenge_id === '' ? '' : 'public',
  warning: '',
  publish_at: '',
});

export const comparesImages = ({ isComparison }: PostText, images: readonly unknown[]): boolean =>
  isComparison && images.length === limits.imagesCompared;

export function setChanged(form: FormData, text: PostText, before: PostText = textOf({})): void {
  for (const name of textFields) {
    const value = text[name].trim();
    if (value !== before[name]) form.set(name, name === 'publish_at' ? toInstant(value) : value);
  }
}

/** `publish_at` of a post whose author has not yet chosen the time. */
export const timeToChoose = 'later';

export const missingTime = ({ publish_at: time }: Pick<PostText, 'publish_at'>): FieldErrors =>
  time === timeToChoose ? { publish_at: [timeMissing] } : {};

export const toInstant = (local: string): string => new Date(local).toISOString();

/** Returns true if there is no text to lose. */
export const isEmptyText = ({ title, description, location_name }: PostText): boolean =>
  `${title}${description}${location_name}`.trim() === '';

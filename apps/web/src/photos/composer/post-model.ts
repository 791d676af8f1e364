import type { Audience } from '@mbari/contract/photos/audiences';
import type { License } from '@mbari/contract/photos/licenses';
import type { Photo } from '@mbari/contract/photos/posts';

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
};

/** A post without its images, for the composer, the edit dialog, the stored draft and the upload. */
export type PostText = typeof emptyFields & {
  /** The server stores and shows the camera data of the images. */
  showsCamera: boolean;
};

export const textFields = Object.keys(emptyFields) as (keyof typeof emptyFields)[];

/** Copies the fields from a draft or a post. Missing fields become empty. */
export const textOf = (from: { readonly [Name in keyof PostText]?: PostText[Name] | null | undefined }): PostText => ({
  ...emptyFields,
  ...Object.fromEntries(textFields.map((name) => [name, from[name] ?? ''])),
  showsCamera: from.showsCamera ?? false,
});

export const textOfPhoto = (photo: Photo): PostText =>
  textOf({ ...photo, warning: photo.warning?.reason, showsCamera: photo.images.some(({ camera }) => camera !== undefined) });

export function setChanged(form: FormData, text: PostText, before: PostText = textOf({})): void {
  for (const name of textFields) {
    const value = text[name].trim();
    if (value !== before[name]) form.set(name, value);
  }
}

/** Returns true if there is no text to lose. */
export const isEmptyText = ({ title, description, location_name }: PostText): boolean =>
  `${title}${description}${location_name}`.trim() === '';

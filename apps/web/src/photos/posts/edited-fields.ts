import { licenseTerms } from '@mbari/contract/licenses';
import * as composerWords from '@mbari/words/composer';
import * as detailWords from '@mbari/words/photo-details';
import * as words from '@mbari/words/photos';
import type { SharedFields } from '~/platform/lib/use-shared-edit.ts';
import { onOrOff } from '~/platform/ui/conflict-choice.tsx';
import type { EditedPost } from './edited-image.ts';

/** Fields to compare in a conflict with another version. */
export const editedFields: SharedFields<EditedPost> = {
  title: { label: composerWords.title, text: String },
  description: { label: words.captionField, text: String },
  location_name: { label: detailWords.location, text: String },
  category: { label: composerWords.category, text: String },
  license: { label: detailWords.license, text: (license) => (license ? licenseTerms[license].name : detailWords.allRightsReserved) },
  showsCamera: { label: detailWords.showCamera, text: onOrOff },
  images: {
    label: words.images,
    text: (images) => images.map(({ alt }, index) => `${index + 1}. ${alt}`).join('\n'),
    key: (images) => JSON.stringify(images.map(({ id, alt }) => [id, alt])),
  },
};

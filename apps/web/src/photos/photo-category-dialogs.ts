// One lazy chunk for both dialogs, to shorten the entry chunk's list of chunks.
export { DeletePhotoCategoryDialog } from './delete-photo-category-dialog.tsx';
export { PhotoCategoryDialog } from './photo-category-dialog.tsx';

// One file on the way: the entry names every file.
export { DeletePhotoCategoryDialog } from './delete-photo-category-dialog.tsx';
export { PhotoCategoryDialog } from './photo-category-dialog.tsx';

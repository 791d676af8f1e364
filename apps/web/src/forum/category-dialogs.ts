// One lazy chunk for both dialogs, to shorten the entry chunk's list of chunks.
export { CategoryDialog } from './category-dialog.tsx';
export { DeleteCategoryDialog } from './delete-category-dialog.tsx';

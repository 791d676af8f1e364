// One chunk instead of two, because the entry lists every file.
export { CategoryDialog } from './category-dialog.tsx';
export { DeleteCategoryDialog } from './delete-category-dialog.tsx';

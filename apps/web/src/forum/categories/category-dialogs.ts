// One file on the way: the entry names every file.
export { CategoryDialog } from './category-dialog.tsx';
export { DeleteCategoryDialog } from './delete-category-dialog.tsx';

// Bundled as one chunk, because the entry chunk lists every file.
export { CategoryDialog } from './category-dialog.tsx';
export { DeleteCategoryDialog } from './delete-category-dialog.tsx';

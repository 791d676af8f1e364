import { createCategory, type ListedCategory, updateCategory } from '@mbari/contract/photos/categories';
import { screen } from '@testing-library/react';
import { testConflict } from '~/testing/test-conflict.tsx';
import { testForm } from '~/testing/test-form.tsx';
import { PhotoCategoryDialog } from './photo-category-dialogs.tsx';

const form = {
  button: 'Save',
  busy: 'Saving...',
  failure: 'The category could not be saved. Please try again.',
  answer: { message: '' } as never,
  refusable: { field: 'Name', name: 'name' },
};

testForm('a new category of photos', {
  ...form,
  draw: () => <PhotoCategoryDialog onClose={() => undefined} />,
  fill: (user) => user.type(screen.getByLabelText('Name'), 'Masks'),
  sends: createCategory,
  body: { name: 'Masks' },
});

testForm('a category of photos that is renamed', {
  ...form,
  draw: () => <PhotoCategoryDialog category={{ id: 'c1', name: 'Masks', version: 3 } as ListedCategory} onClose={() => undefined} />,
  fill: (user) => user.type(screen.getByLabelText('Name'), ' and figures'),
  sends: updateCategory,
  body: { name: 'Masks and figures', version: 3 },
});

testConflict('a category of photos', {
  draw: () => <PhotoCategoryDialog category={{ id: 'c1', name: 'Masks', version: 3 } as ListedCategory} onClose={() => undefined} />,
  fill: (user) => user.type(screen.getByLabelText('Name'), ' and figures'),
  sends: updateCategory,
  answer: { message: '' } as never,
  button: 'Save',
  stored: { id: 'c1', name: 'Carving', version: 4 },
  field: 'Name',
  name: 'name',
  mine: 'Masks and figures',
  theirs: 'Carving',
});

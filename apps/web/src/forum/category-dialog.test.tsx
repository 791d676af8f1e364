import { createForumCategory, type ForumCategory, updateForumCategory } from '@mbari/contract/forum/categories';
import { screen } from '@testing-library/react';
import { testConflict, testForm } from '~/testing/test-form.tsx';
import { CategoryDialog } from './category-dialogs.tsx';

const category = { id: 'c1', name: 'Craft', description: 'Tools', color: '#a33c1e', version: 3 } as ForumCategory;

testForm('a new category', {
  draw: () => <CategoryDialog onClose={() => undefined} />,
  fill: async (user) => {
    await user.type(screen.getByLabelText('Name'), 'Craft');
    await user.type(screen.getByLabelText('Description'), 'Tools');
  },
  sends: createForumCategory,
  body: { name: 'Craft', description: 'Tools', color: '#8a5a2b' },
  answer: { data: category, message: '' },
  button: 'Save',
  busy: 'Saving...',
  failure: 'The category could not be saved. Please try again.',
  refusable: { field: 'Name', name: 'name' },
});

testForm('a category that is changed', {
  draw: () => <CategoryDialog category={category} onClose={() => undefined} />,
  fill: (user) => user.type(screen.getByLabelText('Description'), ' and mistakes'),
  sends: updateForumCategory,
  body: { name: 'Craft', description: 'Tools and mistakes', color: '#a33c1e', version: 3 },
  answer: { data: category, message: '' },
  button: 'Save',
  busy: 'Saving...',
  failure: 'The category could not be saved. Please try again.',
  refusable: { field: 'Description', name: 'description' },
});

testConflict('a category of the forum', {
  draw: () => <CategoryDialog category={category} onClose={() => undefined} />,
  fill: (user) => user.type(screen.getByLabelText('Description'), ' and mistakes'),
  sends: updateForumCategory,
  answer: { data: category, message: '' },
  button: 'Save',
  stored: { ...category, description: 'Looms', version: 4 },
  field: 'Description',
  name: 'description',
  mine: 'Tools and mistakes',
  theirs: 'Looms',
});

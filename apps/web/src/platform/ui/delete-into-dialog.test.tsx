import { deleteForumCategory } from '@mbari/contract/forum/categories';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { call } from '~/platform/lib/call.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { testForm } from '~/testing/test-form.tsx';
import { DeleteIntoDialog } from './delete-into-dialog.tsx';

const noted = vi.fn<(target: { move_to?: string }) => void>();

const dialog = (isEmpty: boolean, onClose: () => void = () => undefined) => (
  <DeleteIntoDialog
    question="What becomes of them?"
    isEmpty={isEmpty}
    label="Move its topics to"
    targets={[
      { id: 'c2', name: 'Welcome' },
      { id: 'c3', name: 'Craft' },
    ]}
    remove={(target) => {
      noted(target);
      return call(deleteForumCategory, { params: { id: 'c1' }, query: target });
    }}
    onClose={onClose}
  />
);

testForm('deleting a category', {
  draw: () => dialog(false),
  fill: (user) => user.selectOptions(screen.getByLabelText('Move its topics to'), 'c3'),
  sends: deleteForumCategory,
  body: null,
  answer: { message: '' },
  button: 'Delete',
  busy: 'Deleting...',
  failure: 'The category could not be deleted. Please try again.',
  refusable: { field: 'Move its topics to', name: 'move_to' },
});

test('if the server has content that the admin cannot see, the dialog asks where it moves', async () => {
  const server = fakeServer();
  const onClose = vi.fn<() => void>();
  server.refuse(deleteForumCategory, { status: 409, code: 'not_empty', message: 'It has topics.' });
  const { user } = await renderScreen(dialog(true, onClose));
  expect(screen.queryByLabelText('Move its topics to')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByLabelText('Move its topics to');
  server.answer(deleteForumCategory, { message: '' });
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(noted.mock.calls.slice(-2)).toEqual([[{}], [{ move_to: 'c2' }]]);
});

import { deleteForumCategory } from '@mbari/contract/forum/categories';
import { listRules } from '@mbari/contract/moderation/rules';
import { askRemoval, report } from '@mbari/contract/platform/reports';
import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentProps, type FormEvent, useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { call } from '~/platform/lib/call.ts';
import type { SharedEdit } from '~/platform/lib/use-shared-edit.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { testForm } from '~/testing/test-form.tsx';
import { ConflictChoice, VersionText } from './conflict-choice.tsx';
import { DeleteIntoDialog } from './delete-into-dialog.tsx';
import { ConfirmDialog, Dialog } from './dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { ConfirmAction, FormDialog } from './form-dialog.tsx';
import { ReportDialog } from './report-dialog.tsx';

function OpenedByButton({ onClose = () => undefined }: { onClose?: () => void }) {
  const [open, setOpen] = useState(false);
  const close = () => {
    onClose();
    setOpen(false);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && (
        <Dialog title="Likes" onClose={close}>
          <input aria-label="Inside" />
        </Dialog>
      )}
    </>
  );
}

const opener = () => screen.getByRole('button', { name: 'Open' });

test('a dialog is named by its title and takes the focus', async () => {
  render(<OpenedByButton />);
  await userEvent.click(opener());
  const dialog = screen.getByRole('dialog', { name: 'Likes' });
  expect(dialog).toHaveProperty('open', true);
  expect(dialog.contains(document.activeElement)).toBe(true);
});

test.each([
  ['the cross', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['a press on the backdrop', () => Promise.resolve(fireEvent.mouseDown(screen.getByRole('dialog')))],
])('%s closes the dialog once and restores the focus', async (_way, leave) => {
  const onClose = vi.fn<() => void>();
  render(<OpenedByButton onClose={onClose} />);
  await userEvent.click(opener());
  await leave();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(onClose).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(opener());
});

test('a press inside and a cancelled file picker leave the dialog open', async () => {
  const onClose = vi.fn<() => void>();
  render(<OpenedByButton onClose={onClose} />);
  await userEvent.click(opener());
  const inside = screen.getByLabelText('Inside');
  await userEvent.click(inside);
  inside.dispatchEvent(new Event('cancel', { bubbles: true }));
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole('dialog')).toHaveProperty('open', true);
});

test('a dialog closed by the browser opens again if its owner asks a question first', () => {
  const onClose = vi.fn<() => void>();
  render(
    <Dialog title="Likes" onClose={onClose}>
      Stays
    </Dialog>,
  );
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  dialog.close();
  expect(onClose).toHaveBeenCalledOnce();
  expect(dialog.open).toBe(true);
});

test('a confirm dialog has a confirm and a cancel button', async () => {
  const onConfirm = vi.fn<() => void>();
  const onClose = vi.fn<() => void>();
  render(<ConfirmDialog title="Delete it?" question="It is gone then." action="Delete" onConfirm={onConfirm} onClose={onClose} />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(onConfirm).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a busy confirm dialog ignores a second answer', async () => {
  const onConfirm = vi.fn<() => void>();
  render(<ConfirmDialog title="Delete it?" question="?" action="Delete" busy="Deleting" onConfirm={onConfirm} onClose={() => undefined} />);
  await userEvent.click(screen.getByRole('button', { name: 'Deleting' }));
  expect(onConfirm).not.toHaveBeenCalled();
});

describe('delete into dialog', () => {
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
});

describe('form dialog', () => {
  const onSubmit = vi.fn((event: FormEvent) => event.preventDefault());
  const onClose = vi.fn<() => void>();

  const dialog = (busy: string | false = false) => (
    <FormDialog title="Pin this topic" hint="It stays above." action="Pin" busy={busy} onSubmit={onSubmit} onClose={onClose}>
      <input aria-label="Until" />
    </FormDialog>
  );

  test('the footer button and Enter submit the form; Cancel and Escape close the dialog', async () => {
    onSubmit.mockClear();
    onClose.mockClear();
    render(dialog());
    expect(screen.getByRole('dialog', { name: 'Pin this topic' })).toBeDefined();
    expect(screen.getByText('It stays above.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Pin' }));
    await userEvent.type(screen.getByLabelText('Until'), '{Enter}');
    expect(onSubmit).toHaveBeenCalledTimes(2);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  test('a busy submit button shows its state, ignores presses and keeps the focus', async () => {
    onSubmit.mockClear();
    const { rerender } = render(dialog());
    screen.getByRole('button', { name: 'Pin' }).focus();
    rerender(dialog('Pinning...'));
    const button = screen.getByRole('button', { name: 'Pinning...' });
    await userEvent.click(button);
    expect(onSubmit).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(button);
  });

  test('a dialog to edit submits its form, and discards unsaved input only after confirmation', async () => {
    onSubmit.mockClear();
    onClose.mockClear();
    await renderScreen(
      <EditDialog title="Edit" busy={false} unsaved onSubmit={onSubmit} onClose={onClose}>
        <input aria-label="Title" />
      </EditDialog>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(onSubmit).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  const draw = async (act: () => Promise<unknown>) => {
    const onClose = vi.fn();
    const { user } = await renderScreen(
      <ConfirmAction
        title="Delete?"
        question="It is gone then."
        action="Delete"
        busy="Deleting..."
        failed="Not deleted."
        {...{ act, onClose }}
      />,
    );
    return { user, onClose };
  };

  test('a confirmed action runs once despite repeated presses, and closes the dialog after success', async () => {
    let finish = () => {};
    const act = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const { user, onClose } = await draw(act);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click(screen.getByRole('button', { name: 'Deleting...' }));
    expect(onClose).not.toHaveBeenCalled();
    finish();
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(act).toHaveBeenCalledOnce();
  });

  test('a failed action shows an error and leaves the dialog open', async () => {
    const { user, onClose } = await draw(() => Promise.reject(new Error('offline')));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await expect.poll(shownToasts).toEqual(['Not deleted.']);
    expect(await screen.findByRole('button', { name: 'Delete' })).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('report dialog', () => {
  let server: ReturnType<typeof fakeServer>;
  beforeEach(() => {
    server = fakeServer();
    server.answer(listRules, { data: { version: 0, changed_at: null, rules: [] } });
  });

  const subject = { type: 'comment', id: '01890000-0000-7000-8000-000000000002' } as const;

  async function openReport(about: ComponentProps<typeof ReportDialog>['subject'] = subject) {
    const onClose = vi.fn<() => void>();
    const { user } = await renderScreen(<ReportDialog subject={about} onClose={onClose} />);
    await screen.findByLabelText(/Something else/);
    return { user, onClose, send: () => user.click(screen.getByRole('button', { name: /Send/ })) };
  }

  test('a report without a reason is not sent, and the reasons take the focus', async () => {
    const { send, onClose } = await openReport();
    await send();
    expect(await screen.findByText('Choose one of the reasons listed.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Spam or a scam' }));
    expect(server.bodiesOf(report)).toEqual([]);
    expect(onClose).not.toHaveBeenCalled();
  });

  test('a report sends its reason and note, and the dialog closes', async () => {
    server.answer(report, { message: 'Thank you' });
    const { user, send, onClose } = await openReport();
    await user.click(screen.getByLabelText('Hate'));
    await user.type(screen.getByLabelText(/Anything else/), '  Look at the second line.  ');
    await send();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    expect(server.bodiesOf(report)).toEqual([
      { subject_type: 'comment', subject_id: subject.id, reason: 'hate', note: 'Look at the second line.' },
    ]);
    await expect.poll(shownToasts).toEqual(['Thank you. The organisers will look at it.']);
  });

  test("the community's rules are the reasons if there are any", async () => {
    const rule = { id: '01890000-0000-7000-8000-000000000009', title: 'The work, not the person', body: '', is_urgent: true };
    server.answer(listRules, { data: { version: 1, changed_at: '2026-01-02T03:04:05Z', rules: [rule] } });
    server.answer(report, { message: 'Thank you' });
    const { user, send } = await openReport();
    expect(screen.getAllByRole('radio')).toHaveLength(2);
    await user.click(screen.getByLabelText(rule.title));
    await send();
    await expect.poll(() => server.bodiesOf(report)).toEqual([{ subject_type: 'comment', subject_id: subject.id, rule_id: rule.id }]);
  });

  test('a person in a photo asks for its removal, and says why', async () => {
    server.answer(askRemoval, { message: 'Thank you' });
    const { user, send, onClose } = await openReport({ type: 'photo', id: subject.id });
    await user.click(screen.getByLabelText('I am in this photo and want it removed'));
    await send();
    expect(await screen.findByText('Say why, in your own words.')).toBeTruthy();
    await user.type(screen.getByLabelText(/Anything else/), 'I did not agree.');
    await send();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    expect(server.bodiesOf(askRemoval)).toEqual([{ reason: 'I did not agree.' }]);
  });

  test('an empty note is not sent', async () => {
    server.answer(report, { message: 'Thank you' });
    const { user, send } = await openReport();
    await user.click(screen.getByLabelText('Hate'));
    await send();
    await expect.poll(() => server.bodiesOf(report)).toEqual([{ subject_type: 'comment', subject_id: subject.id, reason: 'hate' }]);
  });

  test('a second press during the request does not report twice', async () => {
    const answer = server.keepWaiting(report);
    const { user, send, onClose } = await openReport();
    await user.click(screen.getByLabelText('Hate'));
    await send();
    await send();
    expect(server.bodiesOf(report)).toHaveLength(1);
    answer({ message: 'Thank you' });
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
  });

  test('a refusal leaves the dialog open with its text and shows the reason', async () => {
    server.refuse(report, { status: 404, code: 'not_found', message: 'It is not there any more.' });
    const { user, send, onClose } = await openReport();
    await user.click(screen.getByLabelText('Hate'));
    await user.type(screen.getByLabelText(/Anything else/), 'Look');
    await send();
    expect(await screen.findByText('It is not there any more.')).toBeTruthy();
    expect(screen.getByLabelText('Hate')).toHaveProperty('checked', true);
    expect(screen.getByLabelText(/Anything else/)).toHaveProperty('value', 'Look');
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('conflict choice', () => {
  interface Words {
    title: string;
  }
  const shared = (conflict: SharedEdit<{ version: number }, Words>['conflict']): SharedEdit<{ version: number }, Words> => ({
    base: { version: 2 },
    conflict,
    save: () => Promise.resolve(),
    mustChoose: () => conflict !== null,
    mine: () => undefined,
    theirs: () => ({ title: 'Theirs' }),
    fieldsOf: ({ title }) => [{ label: 'Title', mine: title, theirs: 'Theirs' }],
  });
  const draw = (conflict: SharedEdit<{ version: number }, Words>['conflict']) =>
    render(<ConflictChoice shared={shared(conflict)} values={{ title: 'Mine' }} change={() => undefined} submit={() => undefined} />);

  test('nothing is shown without a conflict', () => {
    draw(null);
    expect(screen.queryByRole('region')).toBeNull();
  });

  test('a conflict shows both versions and focuses the choice', () => {
    draw({ keys: ['title'] });
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Changed while you were editing' }));
    expect(screen.getByLabelText('Title: yours')).toHaveProperty('value', 'Mine');
    expect(screen.getByLabelText('Title: theirs')).toHaveProperty('value', 'Theirs');
  });

  test('a version can be read and copied, but not changed', () => {
    render(<VersionText heading="Title: theirs" text="Looms" />);
    const text = screen.getByLabelText<HTMLTextAreaElement>('Title: theirs');
    expect([text.value, text.readOnly]).toEqual(['Looms', true]);
  });

  test('an empty version is labelled as empty', () => {
    render(<VersionText heading="Title: theirs" text="" />);
    expect(screen.getByLabelText('Title: theirs')).toHaveProperty('value', 'This version is empty.');
  });
});

import { decidePending } from '@mbari/contract/moderation/pending-posts';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { call } from '~/platform/lib/call.ts';
import { addToast, currentToasts, toastLasts } from '~/platform/lib/toasts.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { testForm } from '~/testing/test-form.tsx';
import { Menu } from './menu.tsx';
import { OrderedRows } from './ordered-rows.tsx';
import { Toaster } from './toaster.tsx';
import { VerdictActions } from './verdict-actions.tsx';

function renderMenu() {
  const onEdit = vi.fn<() => void>();
  const items = [
    { label: 'Edit', icon: null, onChoose: onEdit },
    { label: 'Share', icon: null, onChoose: () => undefined },
    { label: 'Delete', icon: null, onChoose: () => undefined, danger: true },
  ];
  render(
    <>
      <Menu label="More" icon={null} items={items} />
      <button type="button">Elsewhere</button>
    </>,
  );
  return { onEdit };
}

const button = () => screen.getByRole('button', { name: 'More' });
const focused = () => document.activeElement?.textContent?.trim();
const isOpen = () => screen.queryByRole('menu') !== null;

test('opening a menu focuses its first item and announces the expanded state', async () => {
  renderMenu();
  expect(button().getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(button());
  expect(focused()).toBe('Edit');
  expect(button().getAttribute('aria-expanded')).toBe('true');
  expect(button().getAttribute('aria-controls')).toBe(screen.getByRole('menu', { name: 'More' }).id);
});

test('arrow keys wrap around the menu, and Home and End go to its ends', async () => {
  renderMenu();
  await userEvent.click(button());
  const walk: [key: string, item: string][] = [
    ['ArrowDown', 'Share'],
    ['ArrowDown', 'Delete'],
    ['ArrowDown', 'Edit'],
    ['ArrowUp', 'Delete'],
    ['Home', 'Edit'],
    ['End', 'Delete'],
  ];
  for (const [key, item] of walk) {
    await userEvent.keyboard(`{${key}}`);
    expect(focused(), key).toBe(item);
  }
});

test('Enter selects an item, closes the menu and returns the focus to its button', async () => {
  const { onEdit } = renderMenu();
  await userEvent.click(button());
  await userEvent.keyboard('{Enter}');
  expect(onEdit).toHaveBeenCalledOnce();
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(button());
});

test('Escape closes the menu and returns the focus to its button', async () => {
  const { onEdit } = renderMenu();
  await userEvent.click(button());
  await userEvent.keyboard('{Escape}');
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(button());
  expect(onEdit).not.toHaveBeenCalled();
});

test('Tab and a press elsewhere close the menu, and the focus moves on', async () => {
  renderMenu();
  await userEvent.click(button());
  await userEvent.tab();
  expect(isOpen()).toBe(false);
  await userEvent.click(button());
  await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(isOpen()).toBe(false);
  expect(focused()).toBe('Elsewhere');
});

describe('toaster', () => {
  beforeEach(async () => {
    // Waits until toasts of earlier tests have faded in real time.
    await expect.poll(currentToasts).toEqual([]);
    vi.useFakeTimers();
    render(<Toaster />);
  });
  afterEach(() => void vi.useRealTimers());

  const say = (...toast: Parameters<typeof addToast>): void => act(() => addToast(...toast));
  const pass = (time: number): void => act(() => void vi.advanceTimersByTime(time));
  const isShown = (text: string) => screen.queryByText(text) !== null;
  const fades = 1_000;

  test('a toast is announced and disappears after its time', () => {
    say('success', 'Saved');
    expect(screen.getByRole('status').textContent).toBe('Saved');
    pass(toastLasts.success - 1);
    expect(isShown('Saved')).toBe(true);
    pass(fades);
    expect(isShown('Saved')).toBe(false);
  });

  test.each([
    ['blank', 4_000],
    ['error', 4_000],
    ['success', 2_000],
  ] as const)('a toast of the kind %s stays for %i milliseconds', (kind, lasts) => {
    say(kind, 'A message');
    pass(lasts - 1);
    expect(currentToasts()).toMatchObject([{ leaving: false }]);
    pass(1);
    expect(currentToasts()).toMatchObject([{ leaving: true }]);
    pass(fades);
  });

  test('a loading toast stays', () => {
    say('loading', 'Uploading');
    pass(60_000);
    expect(isShown('Uploading')).toBe(true);
  });

  test("a toast's time pauses under the pointer", () => {
    say('error', 'It failed');
    pass(toastLasts.error - 100);
    const toast = screen.getByText('It failed');
    fireEvent.pointerEnter(toast.closest('.toast')!, { pointerType: 'mouse' });
    pass(60_000);
    expect(isShown('It failed')).toBe(true);
    fireEvent.pointerLeave(toast.closest('.toast')!);
    pass(50);
    expect(isShown('It failed')).toBe(true);
    pass(fades);
    expect(isShown('It failed')).toBe(false);
  });

  test('a toast repeated with the same id restarts its time', () => {
    say('success', 'Saved once', { id: 'save' });
    pass(toastLasts.success - 100);
    say('success', 'Saved twice', { id: 'save' });
    pass(toastLasts.success - 100);
    expect(isShown('Saved once')).toBe(false);
    expect(isShown('Saved twice')).toBe(true);
  });
});

describe('verdict actions', () => {
  const words = {
    ...{ approve: 'Approve', decline: 'Decline…', declineTitle: 'Decline it', declineHint: 'It is not posted.', declineButton: 'Decline' },
    ...{ reason: 'What they are told', reasonHint: '', sending: 'Sending', failed: 'That did not work.' },
    ...{ approved: 'Posted.', declined: 'Declined.' },
  };
  const onDecided = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const actions = () => (
    <VerdictActions
      describedBy="card"
      words={words}
      send={(verdict) => call(decidePending, { params: { id: 'p1' }, body: verdict })}
      onDecided={onDecided}
    />
  );

  testForm('declining a pending item', {
    draw: actions,
    reach: (user) => user.click(screen.getByRole('button', { name: 'Decline…' })),
    fill: (user) => user.type(screen.getByLabelText('What they are told'), 'We sell nothing here.'),
    sends: decidePending,
    body: { verdict: 'declined', reason: 'We sell nothing here.' },
    answer: { message: '' },
    button: 'Decline',
    busy: 'Sending',
    failure: 'That did not work.',
    refusable: { field: 'What they are told', name: 'reason' },
  });

  test('if another organiser decided first, a message appears, the dialog closes and the list is refetched', async () => {
    fakeServer().refuse(decidePending, { status: 409, code: 'conflict', message: 'It has been decided already.' });
    onDecided.mockClear();
    const { user } = await renderScreen(actions());
    await user.click(screen.getByRole('button', { name: 'Decline…' }));
    await user.click(screen.getByRole('button', { name: 'Decline' }));
    await expect.poll(shownToasts).toEqual(['It has been decided already.']);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(onDecided).toHaveBeenCalledTimes(1);
  });
});

describe('ordered rows', () => {
  const words = {
    moveUp: ({ name }: { name: string }) => `Move ${name} up`,
    moveDown: ({ name }: { name: string }) => `Move ${name} down`,
    nowAt: ({ name, position, count }: { name: string; position: number; count: number }) => `${name} is ${position} of ${count}.`,
    orderFailed: 'The order could not be changed.',
  };
  type Move = (item: { id: string; name: string }, position: number) => Promise<unknown>;

  function List({ onMove = () => Promise.resolve() }: { onMove?: Move }) {
    const [items, setItems] = useState(['Drums', 'Masks', 'Cloth'].map((name) => ({ id: name, name })));
    const move: Move = async (item, position) => {
      await onMove(item, position);
      setItems((before) => before.filter((other) => other !== item).toSpliced(position - 1, 0, item));
    };
    return (
      <OrderedRows
        items={items}
        words={words}
        onMove={move}
        row={({ name }, arrows) => (
          <>
            <b>{name}</b>
            {arrows}
          </>
        )}
      />
    );
  }

  const order = () => screen.getAllByRole('listitem').map((row) => row.querySelector('b')?.textContent);
  const arrow = (name: string) => screen.getByRole('button', { name });

  test('moving a row announces its position, and its button keeps the focus', async () => {
    render(<List />);
    await userEvent.click(arrow('Move Cloth up'));
    expect(order()).toEqual(['Drums', 'Cloth', 'Masks']);
    expect(screen.getByRole('status').textContent).toBe('Cloth is 2 of 3.');
    expect(document.activeElement).toBe(arrow('Move Cloth up'));
  });

  test('the first row cannot move up, and the last cannot move down', async () => {
    const onMove = vi.fn<Move>(() => Promise.resolve());
    render(<List onMove={onMove} />);
    expect(arrow('Move Drums up').getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(arrow('Move Drums up'));
    await userEvent.click(arrow('Move Cloth down'));
    expect(onMove).not.toHaveBeenCalled();
  });

  test('only one row moves at a time, and a failed move shows an error and keeps the order', async () => {
    let fail: (error: Error) => void = () => undefined;
    const onMove = vi.fn<Move>(() => new Promise((_, reject) => (fail = reject)));
    render(<List onMove={onMove} />);
    await userEvent.click(arrow('Move Masks up'));
    await userEvent.click(arrow('Move Cloth up'));
    expect(onMove.mock.calls).toEqual([[{ id: 'Masks', name: 'Masks' }, 1]]);
    fail(new TypeError('offline'));
    await expect.poll(shownToasts).toEqual(['The order could not be changed.']);
    expect(order()).toEqual(['Drums', 'Masks', 'Cloth']);
  });
});

import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { shownToasts } from '~/testing/render-screen.tsx';
import { OrderedRows } from './ordered-rows.tsx';

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

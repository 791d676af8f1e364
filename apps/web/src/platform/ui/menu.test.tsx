import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Menu } from './menu.tsx';

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

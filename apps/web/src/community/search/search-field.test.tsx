import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { SearchField } from './search-field.tsx';

const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search photos' });

afterEach(() => void vi.useRealTimers());

function setUp({ words = '', debounce = 30 } = {}) {
  const onSearch = vi.fn<(words: string) => void>();
  const element = (query: string) => (
    <>
      <SearchField words={query} onSearch={onSearch} label="Search photos" placeholder="" debounce={debounce} />
      <input aria-label="Elsewhere" />
    </>
  );
  const { rerender } = render(element(words));
  return { onSearch, setAddress: (query: string) => rerender(element(query)) };
}

test('typing searches once, after a pause, with extra spaces removed', () => {
  vi.useFakeTimers();
  const { onSearch } = setUp({ debounce: 30 });
  for (const typed of ['  red', '  red  ', '  red   clo', '  red   cloth ']) {
    fireEvent.input(field(), { target: { value: typed } });
    vi.advanceTimersByTime(29);
  }
  expect(onSearch).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onSearch.mock.calls).toEqual([['red cloth']]);
  vi.advanceTimersByTime(1_000);
  expect(onSearch).toHaveBeenCalledOnce();
});

test('the field’s description explains phrases and exclusions', () => {
  setUp();
  expect(document.getElementById(field().getAttribute('aria-describedby')!)!.textContent).toMatch(/"indigo cloth".* -wax/);
});

test('Enter searches immediately', async () => {
  const { onSearch } = setUp({ debounce: 60_000 });
  await userEvent.type(field(), 'red{Enter}');
  expect(onSearch.mock.calls).toEqual([['red']]);
});

test('the current search is not repeated', async () => {
  const { onSearch } = setUp({ words: 'red', debounce: 60_000 });
  await userEvent.type(field(), ' {Enter}');
  expect(onSearch).not.toHaveBeenCalled();
});

test('the field keeps text typed before the URL changes to the previous search', async () => {
  const { setAddress } = setUp({ debounce: 60_000 });
  await userEvent.type(field(), 'red{Enter}');
  await userEvent.type(field(), ' cl');
  setAddress('red');
  expect(field().value).toBe('red cl');
});

test('another URL replaces the text', async () => {
  const { setAddress } = setUp({ words: 'red' });
  setAddress('blue');
  expect(field().value).toBe('blue');
});

test('Clear empties the field, searches for everything and keeps the focus', async () => {
  const { onSearch } = setUp({ words: 'red' });
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(field().value).toBe('');
  expect(onSearch.mock.calls).toEqual([['']]);
  expect(document.activeElement).toBe(field());
});

test('a slash focuses the field, unless the user types elsewhere', async () => {
  setUp();
  await userEvent.type(screen.getByLabelText('Elsewhere'), '/');
  expect(screen.getByLabelText('Elsewhere')).toHaveProperty('value', '/');
  await userEvent.tab();
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(field());
  expect(field().value).toBe('');
});

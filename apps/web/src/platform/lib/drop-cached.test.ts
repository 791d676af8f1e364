import { expect, test } from 'vitest';
import { without } from './drop-cached.ts';

const isSecond = (item: unknown): boolean => typeof item === 'object' && item !== null && 'id' in item && item.id === 'b';

test('an item leaves every list, and the total falls by one', () => {
  const page = { data: [{ id: 'a' }, { id: 'b' }], meta: { total: 7, next_cursor: null } };
  expect(without({ pages: [page], pageParams: [null] }, isSecond)).toEqual({
    pages: [{ data: [{ id: 'a' }], meta: { total: 6, next_cursor: null } }],
    pageParams: [null],
  });
});

test('a list without the item keeps its identity', () => {
  const other = { pages: [{ data: [{ id: 'a' }], meta: { total: 1 } }] };
  expect(without(other, isSecond)).toBe(other);
});

test("the item's own query stays", () => {
  const alone = { id: 'b', images: [] };
  expect(without(alone, isSecond)).toBe(alone);
});

import { expect, test } from 'vitest';
import { withNewest } from './add-newest.ts';

const page = (...ids: number[]) => ({ data: ids.map((id) => ({ id: String(id).padStart(3, '0') })) });
const list = (...pages: ReturnType<typeof page>[]) => ({
  pages,
  pageParams: pages.map((_, index) => (index === 0 ? null : String(index))),
});
const ids = ({ pages }: ReturnType<typeof list> | ReturnType<typeof withNewest>) =>
  pages.map(({ data }) => data.map(({ id }) => Number(id)));

test('new posts are prepended, and the loaded pages stay', () => {
  expect(ids(withNewest(list(page(20, 19, 18), page(17, 16)), page(22, 21, 20, 19)))).toEqual([
    [22, 21, 20, 19, 18],
    [17, 16],
  ]);
});
test('posts that overlap the second page appear once', () => {
  expect(ids(withNewest(list(page(20, 19), page(18, 17)), page(21, 20, 19, 18)))).toEqual([[21, 20, 19, 18], [17]]);
});
test('a deleted post is removed', () => {
  expect(ids(withNewest(list(page(20, 19, 18), page(17)), page(21, 20, 18)))).toEqual([[21, 20, 18], [17]]);
});
test('a page that does not overlap the loaded pages replaces them', () => {
  expect(withNewest(list(page(20, 19), page(18)), page(50, 49, 48))).toEqual({ pages: [page(50, 49, 48)], pageParams: [null] });
});
test('a page replaces an empty or missing list', () => {
  expect(ids(withNewest(list(page()), page(2, 1)))).toEqual([[2, 1]]);
  expect(ids(withNewest(undefined, page(2, 1)))).toEqual([[2, 1]]);
});
test('an unchanged page changes nothing', () => {
  const before = list(page(20, 19), page(18));
  expect(ids(withNewest(before, page(20, 19)))).toEqual(ids(before));
});

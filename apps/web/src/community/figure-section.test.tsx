import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FigureSection } from './figure-section.tsx';

const days = ['2026-11-15', '2026-11-22', '2026-11-29'];
const show = (values: readonly number[]) =>
  render(
    <FigureSection
      kind="bars"
      name="photos"
      finding="3 photos were shared last week"
      about="Photos by week"
      points={values.map((value, at) => ({ day: days[at] ?? '', value }))}
      format={String}
    />,
  );

test.each([[[3]], [[0, 0, 3]], [[0, 0, 0]]])('without two values to compare, the summary stands alone: %j', (values) => {
  show(values);
  screen.getByRole('region', { name: '3 photos were shared last week' });
  expect(screen.queryByRole('button')).toBeNull();
});

test('two values are plotted, with a table', () => {
  show([0, 2, 3]);
  expect(screen.getByRole('button', { name: 'Show as table' }).getAttribute('aria-expanded')).toBe('false');
});

import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SharedEdit } from '~/platform/lib/use-shared-edit.ts';
import { ConflictChoice, VersionText } from './conflict-choice.tsx';

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

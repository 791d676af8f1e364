import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { VersionText } from './version-text.tsx';

test('a version can be read and copied, but not changed', () => {
  render(<VersionText heading="Title: theirs" text="Looms" />);
  const text = screen.getByLabelText<HTMLTextAreaElement>('Title: theirs');
  expect([text.value, text.readOnly]).toEqual(['Looms', true]);
});

test('an empty version is labelled as empty', () => {
  render(<VersionText heading="Title: theirs" text="" />);
  expect(screen.getByLabelText('Title: theirs')).toHaveProperty('value', 'This version is empty.');
});

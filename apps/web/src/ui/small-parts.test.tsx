import { render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { expect, test } from 'vitest';
import { Avatar } from './avatar.tsx';
import { EmptyState } from './empty-state.tsx';
import { Note } from './note.tsx';
import { Row, Section } from './section.tsx';
import { Spinner } from './spinner.tsx';
import { VerifiedBadge } from './verified-badge.tsx';

const plan = (is_active: boolean, is_paid_plan: boolean, plan_name: string | null = null) => ({
  subscription: { is_active, is_paid_plan, plan_name },
});

test('a member without an avatar wears the default one, and it says nothing beside the name', () => {
  const { container, rerender } = render(<Avatar src={null} />);
  const image = () => container.querySelector('img');
  expect(image()?.getAttribute('src')).toBe('/avatars/default.svg');
  expect(image()?.alt).toBe('');
  rerender(<Avatar src="/media/a/640.webp" size={40} />);
  expect(image()?.getAttribute('src')).toBe('/media/a/640.webp');
  expect(image()?.width).toBe(40);
});

test('the badge is worn with an active, paid plan only, and names the plan', () => {
  const { rerender } = render(<VerifiedBadge member={plan(true, false)} />);
  expect(screen.queryByRole('img')).toBeNull();
  rerender(<VerifiedBadge member={plan(false, true)} />);
  expect(screen.queryByRole('img')).toBeNull();
  rerender(<VerifiedBadge member={plan(true, true)} />);
  expect(screen.getByRole('img', { name: 'Verified' })).toBeTruthy();
  rerender(<VerifiedBadge member={plan(true, true, 'Patron')} />);
  expect(screen.getByRole('img', { name: 'Verified, Patron' })).toBeTruthy();
});

test('an empty state that is a whole page has a heading that can take the focus', () => {
  const { rerender } = render(<EmptyState drawing="cracked" title="Nothing here" level="h1" action={<a href="/feed">To the feed</a>} />);
  expect(screen.getByRole('heading', { level: 1, name: 'Nothing here' }).tabIndex).toBe(-1);
  expect(screen.getByRole('link', { name: 'To the feed' })).toBeTruthy();
  rerender(<EmptyState drawing="cracked" title="Nothing here" />);
  expect(screen.getByRole('heading', { level: 2 }).hasAttribute('tabindex')).toBe(false);
});

test('a section is a region by its title, which can take the focus', () => {
  const heading = createRef<HTMLHeadingElement>();
  render(
    <Section title="Devices" about="Where you are signed in" heading={heading}>
      <Row title="This browser" action={<button type="button">Sign out</button>}>
        Just now
      </Row>
    </Section>,
  );
  const section = screen.getByRole('region', { name: 'Devices' });
  expect(section.textContent).toContain('Where you are signed in');
  heading.current?.focus();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Devices' }));
});

test('a note is plain text, and a spinner is for the eyes only', () => {
  render(
    <>
      <Note kind="bad">It failed</Note>
      <Spinner />
    </>,
  );
  expect(screen.getByText('It failed')).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
});

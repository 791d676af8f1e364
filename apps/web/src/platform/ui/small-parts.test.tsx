import { render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { expect, test, vi } from 'vitest';
import { Avatar, VerifiedBadge } from './avatar.tsx';
import { EmptyState } from './empty-state.tsx';
import { Note } from './note.tsx';
import { isolateNames, Phrase } from './phrase.tsx';
import { Row, Section } from './section.tsx';
import { SelectedStroke } from './selected-stroke.tsx';
import { SendShortcut } from './send-shortcut.tsx';
import { Spinner } from './spinner.tsx';

const plan = (is_active: boolean, is_paid_plan: boolean, plan_name: string | null = null) => ({
  subscription: { is_active, is_paid_plan, plan_name },
});

test('a member without an avatar has the default one, which screen readers skip', () => {
  const { container, rerender } = render(<Avatar src={null} />);
  const image = () => container.querySelector('img');
  expect(image()?.getAttribute('src')).toBe('/avatars/default.svg');
  expect(image()?.alt).toBe('');
  rerender(<Avatar src="/media/a/640.webp" size={40} />);
  expect(image()?.getAttribute('src')).toBe('/media/a/640.webp');
  expect(image()?.width).toBe(40);
});

test('the badge appears only for an active paid plan and names the plan', () => {
  const { rerender } = render(<VerifiedBadge member={plan(true, false)} />);
  expect(screen.queryByRole('img')).toBeNull();
  rerender(<VerifiedBadge member={plan(false, true)} />);
  expect(screen.queryByRole('img')).toBeNull();
  rerender(<VerifiedBadge member={plan(true, true)} />);
  expect(screen.getByRole('img', { name: 'Verified' })).toBeTruthy();
  rerender(<VerifiedBadge member={plan(true, true, 'Patron')} />);
  expect(screen.getByRole('img', { name: 'Verified, Patron' })).toBeTruthy();
});

test('the heading of a full-page empty state can take the focus', () => {
  const { rerender } = render(<EmptyState drawing="cracked" title="Nothing here" level="h1" action={<a href="/feed">To the feed</a>} />);
  expect(screen.getByRole('heading', { level: 1, name: 'Nothing here' }).tabIndex).toBe(-1);
  expect(screen.getByRole('link', { name: 'To the feed' })).toBeTruthy();
  rerender(<EmptyState drawing="cracked" title="Nothing here" />);
  expect(screen.getByRole('heading', { level: 2 }).hasAttribute('tabindex')).toBe(false);
});

test('a section is a region named by its title, which can take the focus', () => {
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

test('a note is plain text, and screen readers skip a spinner', () => {
  render(
    <>
      <Note kind="bad">It failed</Note>
      <Spinner />
    </>,
  );
  expect(screen.getByText('It failed')).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
});

test('a sentence keeps its marked words in place', () => {
  const { container } = render(
    <p>
      <Phrase
        parts={[
          'New here? ',
          <a key="link" href="/register">
            Sign up
          </a>,
          ' now.',
        ]}
      />
    </p>,
  );
  expect(container.textContent).toBe('New here? Sign up now.');
  expect(screen.getByRole('link', { name: 'Sign up' })).toBeTruthy();
});

test('names in a text are isolated, so that they do not change its direction', () => {
  const { container } = render(<p>{isolateNames('@ada.eze asked @bayo')}</p>);
  expect(container.textContent).toBe('@ada.eze asked @bayo');
  expect([...container.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual(['@ada.eze', '@bayo']);
});

test('the selected link is scrolled to the center of its row', () => {
  const boxes: Record<string, DOMRect> = { A: new DOMRect(400, 0, 100, 40), NAV: new DOMRect(0, 0, 300, 40) };
  const measured = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return boxes[this.tagName] ?? new DOMRect();
  });
  render(
    <nav>
      <a href="/admin">
        <SelectedStroke />
      </a>
    </nav>,
  );
  expect(screen.getByRole('navigation').scrollLeft).toBe(300);
  measured.mockRestore();
});

test('the send shortcut is visible, and screen readers skip it', () => {
  const { container } = render(<SendShortcut />);
  expect([...container.querySelectorAll('kbd')].map(({ textContent }) => textContent)).toEqual(['Ctrl', 'Enter']);
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
});

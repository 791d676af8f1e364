import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Tag } from 'lucide-react';
import { createRef, type ReactElement, useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { describedBy } from '~/testing/test-form.tsx';
import { Avatar, VerifiedBadge } from './avatar.tsx';
import { Button, IconButton } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { FetchFailed } from './fetch-failed.tsx';
import { PasswordField, SelectField, TextArea, TextField } from './field.tsx';
import { LoadFailed } from './load-failed.tsx';
import { Note } from './note.tsx';
import { SelectOption, SwitchOption } from './option-row.tsx';
import { isolateNames, Phrase } from './phrase.tsx';
import { Row, Section } from './section.tsx';
import { SelectedStroke } from './selected-stroke.tsx';
import { SendShortcut } from './send-shortcut.tsx';
import { Spinner } from './spinner.tsx';
import { Switch } from './switch.tsx';
import { Tabs } from './tabs.tsx';
import { UnsentText } from './unsent-text.tsx';

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

test('a button does not submit a form unless its type is submit', () => {
  render(<Button>Save</Button>);
  expect(screen.getByRole('button').getAttribute('type')).toBe('button');
});

test('a busy button shows its state, ignores presses and keeps the focus', async () => {
  const onClick = vi.fn<() => void>();
  const { rerender } = render(<Button onClick={onClick}>Save</Button>);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  rerender(
    <Button onClick={onClick} busy="Saving...">
      Save
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Saving...' });
  await userEvent.click(button);
  expect(onClick).toHaveBeenCalledOnce();
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(button);
});

test('a busy submit button submits nothing', async () => {
  const onSubmit = vi.fn<() => void>();
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy="Saving...">
        Save
      </Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button'));
  expect(onSubmit).not.toHaveBeenCalled();
});

test('an icon button is named by its label', () => {
  render(<IconButton label="Close">×</IconButton>);
  expect(screen.getByRole('button', { name: 'Close' }).title).toBe('Close');
});

type Texts = { hint?: string; error?: string | readonly string[] };

const kinds: [kind: string, field: (texts: Texts) => ReactElement][] = [
  ['a text field', (texts) => <TextField label="Name" {...texts} />],
  ['a text area', (texts) => <TextArea label="Name" {...texts} />],
  ['a select', (texts) => <SelectField label="Name" {...texts} />],
  ['a password', (texts) => <PasswordField label="Name" {...texts} />],
];

const field = () => screen.getByLabelText('Name');

test.each(kinds)('%s without an error is not marked as invalid', (_kind, draw) => {
  render(draw({ error: [] }));
  expect(field().getAttribute('aria-invalid')).toBeNull();
  expect(field().getAttribute('aria-describedby')).toBeNull();
});

test.each(kinds)('%s is described by its errors before its hint', (_kind, draw) => {
  render(draw({ hint: 'As on your passport', error: ['It is required.', 'It is too long.'] }));
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(describedBy(field())).toBe('It is required.It is too long. As on your passport');
});

test('a later error is announced', () => {
  const { rerender } = render(<TextField label="Name" />);
  rerender(<TextField label="Name" error="It is required." />);
  expect(screen.getByText('It is required.').closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
});

test('two fields with the same label have their own errors as descriptions', () => {
  render(
    <>
      <TextField label="First" error="First is wrong" />
      <TextField label="Second" error="Second is wrong" />
    </>,
  );
  expect(describedBy(screen.getByLabelText('First'))).toBe('First is wrong');
  expect(describedBy(screen.getByLabelText('Second'))).toBe('Second is wrong');
});

test('showing and hiding a password keeps the typed text', async () => {
  render(<PasswordField label="Name" />);
  await userEvent.type(field(), 'four hens');
  const toggle = screen.getByRole('button', { name: 'Show password' });
  expect(toggle.getAttribute('aria-controls')).toBe(field().id);
  await userEvent.click(toggle);
  expect(field()).toMatchObject({ type: 'text', value: 'four hens' });
  await userEvent.click(screen.getByRole('button', { name: 'Hide password', pressed: true }));
  expect(field()).toMatchObject({ type: 'password', value: 'four hens' });
});

test('a part that failed to load shows an error and retries on a press, unless a retry runs', async () => {
  const onRetry = vi.fn<() => void>();
  const failed = (busy: boolean) => <FetchFailed message="The members could not be loaded." busy={busy} onRetry={onRetry} />;
  const { rerender } = render(failed(false));
  expect(screen.getByRole('alert').textContent).toContain('The members could not be loaded.');
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  rerender(failed(true));
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('a page that failed to load shows a titled error and retries on a press, unless a retry runs', async () => {
  const onRetry = vi.fn<() => void>();
  const failed = (busy: boolean) => (
    <LoadFailed level="h1" title="The post could not be loaded." busy={busy} onRetry={onRetry}>
      The rest of the community is still there.
    </LoadFailed>
  );
  const { rerender } = render(failed(false));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The post could not be loaded.');
  expect(screen.getByText('The rest of the community is still there.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  rerender(failed(true));
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

const tabs = [
  { name: 'general', label: 'General' },
  { name: 'notifications', label: 'Notifications' },
  { name: 'security', label: 'Security' },
] as const;

function Settings() {
  const [chosen, setChosen] = useState<(typeof tabs)[number]['name']>('general');
  return <Tabs label="Settings" tabs={tabs} chosen={chosen} onChoose={setChosen} controls="panel" />;
}

const chosen = () => screen.getByRole('tab', { selected: true }).textContent;

test('exactly one tab is selected, and only it is reached by Tab', async () => {
  render(<Settings />);
  expect(screen.getByRole('tablist', { name: 'Settings' })).toBeTruthy();
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('General');
  await userEvent.tab();
  expect(document.activeElement).toBe(document.body);
});

test('arrow keys wrap around the tabs, Home and End go to the ends, and the focus follows', async () => {
  render(<Settings />);
  await userEvent.tab();
  const walk: [key: string, tab: string][] = [
    ['ArrowRight', 'Notifications'],
    ['End', 'Security'],
    ['ArrowRight', 'General'],
    ['ArrowLeft', 'Security'],
    ['Home', 'General'],
  ];
  for (const [key, tab] of walk) {
    await userEvent.keyboard(`{${key}}`);
    expect(chosen(), key).toBe(tab);
    expect(document.activeElement?.textContent, key).toBe(tab);
  }
});

test('in a right-to-left language the left arrow selects the next tab', async () => {
  document.dir = 'rtl';
  onTestFinished(() => void (document.dir = ''));
  render(<Settings />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowLeft}');
  expect(chosen()).toBe('Notifications');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(chosen()).toBe('Security');
});

test('a press selects a tab', async () => {
  render(<Settings />);
  await userEvent.click(screen.getByRole('tab', { name: 'Security' }));
  expect(chosen()).toBe('Security');
});

test('unsent text stays visible with its explanation and can be copied', async () => {
  await renderScreen(<UnsentText title="This topic was deleted" text="Begun" onDiscard={() => undefined} />);
  const user = userEvent.setup();
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  expect(screen.getByRole('alert', { name: 'This topic was deleted' })).toBeDefined();
  expect(screen.getByLabelText('What you wrote')).toHaveProperty('value', 'Begun');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(write).toHaveBeenCalledWith('Begun');
  await expect.poll(shownToasts).toContain('Copied');
});

test('nothing is shown without unsent text', async () => {
  await renderScreen(<UnsentText title="This topic was deleted" text="" onDiscard={() => undefined} />);
  expect(screen.queryByRole('alert')).toBeNull();
});

const select = (error?: string) => (
  <SelectOption icon={Tag} label="Category" error={error} defaultValue="">
    <option value="">None</option>
    <option value="masks">Masks</option>
  </SelectOption>
);

test('a select option has a label and shows its error', () => {
  const { rerender } = render(select());
  expect(screen.getByLabelText('Category').getAttribute('aria-invalid')).toBeNull();
  rerender(select('No such category.'));
  expect(screen.getByLabelText('Category').getAttribute('aria-invalid')).toBe('true');
  expect(describedBy(screen.getByLabelText('Category'))).toBe('No such category.');
});

test('a select option has a hint, which an error replaces', () => {
  const row = (error?: string) => (
    <SelectOption icon={Tag} label="Category" hint="One is enough." error={error}>
      <option>Masks</option>
    </SelectOption>
  );
  const { rerender } = render(row());
  expect(describedBy(screen.getByLabelText('Category'))).toBe('One is enough.');
  rerender(row('No such category.'));
  expect(describedBy(screen.getByLabelText('Category'))).toBe('No such category.');
});

test('pressing the label or the hint toggles a switch', async () => {
  const onChange = vi.fn<(on: boolean) => void>();
  render(<SwitchOption icon={Tag} label="Show the camera" hint="From the files" on={false} disabled={false} onChange={onChange} />);
  const control = screen.getByRole('switch', { name: 'Show the camera' });
  expect(describedBy(control)).toBe('From the files');
  await userEvent.click(screen.getByText('Show the camera'));
  await userEvent.click(control);
  expect(onChange.mock.calls).toEqual([[true], [true]]);
});

test('a switch exposes its state, and a disabled one ignores presses', async () => {
  const onChange = vi.fn<(on: boolean) => void>();
  const { rerender } = render(<Switch on aria-label="Location" disabled={false} onChange={onChange} />);
  expect(screen.getByRole('switch', { name: 'Location' })).toHaveProperty('checked', true);
  rerender(<Switch on={false} aria-label="Location" disabled onChange={onChange} />);
  await userEvent.click(screen.getByRole('switch', { name: 'Location' }));
  expect(screen.getByRole('switch', { name: 'Location' })).toHaveProperty('checked', false);
  expect(onChange).not.toHaveBeenCalled();
});

import type { CurrentUser } from '@mbari/contract/people/members';
import type { AnswerOf, Endpoint } from '@mbari/contract/platform/endpoint';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from './a-member.ts';
import { fakeServer } from './fake-server.ts';
import { renderScreen, shownToasts } from './render-screen.tsx';

type FakeServer = ReturnType<typeof fakeServer>;

interface FormUnderTest<E extends Endpoint> {
  draw: (server: FakeServer) => ReactNode;
  member?: Partial<CurrentUser>;
  reach?: (user: UserEvent) => Promise<void>;
  fill?: (user: UserEvent) => Promise<void>;
  sends: E;
  body: unknown;
  answer: AnswerOf<E>;
  button: string;
  busy: string;
  failure: string;
  /** Required field by its label, and its error when empty. */
  missing?: { field: string | RegExp; says: string };
  /** Field that the server may refuse, by its label and its wire name. */
  refusable?: { field: string | RegExp; name: string };
}

/** Finds the last match, because the button that opened a dialog may have the same name. */
const buttonNamed = async (name: string): Promise<HTMLElement> => (await screen.findAllByRole('button', { name })).at(-1)!;
const press = async (user: UserEvent, name: string): Promise<void> => user.click(await buttonNamed(name));
const fieldNamed = (label: string | RegExp): HTMLElement => screen.getByLabelText(label, { selector: 'input, select, textarea' });

const written = (): string[] =>
  [...document.querySelectorAll<HTMLInputElement>('form :is(input, textarea, select)')].map(
    ({ type, value, checked }) => `${type} ${value} ${checked}`,
  );

/** Tests the rules that every form follows. */
export function testForm<E extends Endpoint>(name: string, form: FormUnderTest<E>): void {
  const open = async (): Promise<{ user: UserEvent; server: FakeServer }> => {
    const server = fakeServer();
    signIn('a-token', aMember(form.member));
    const { user } = await renderScreen(form.draw(server));
    await form.reach?.(user);
    await buttonNamed(form.button);
    return { user, server };
  };
  const openFilled = async () => {
    const opened = await open();
    await form.fill?.(opened.user);
    return opened;
  };
  const saysFailure = (): boolean =>
    [...shownToasts(), document.body.textContent].some((text) => typeof text === 'string' && text.includes(form.failure));

  test.each(form.missing ? [form.missing] : [])(
    `${name}: an empty required field shows its error, takes the focus and prevents sending`,
    async ({ field, says }) => {
      const { user, server } = await open();
      await press(user, form.button);
      expect(describedBy(fieldNamed(field))).toContain(says);
      expect(document.activeElement).toBe(fieldNamed(field));
      expect(server.bodiesOf(form.sends)).toEqual([]);
    },
  );

  test(`${name}: a double submit sends once, and the button is busy`, async () => {
    const { user, server } = await openFilled();
    const answer = server.keepWaiting(form.sends);
    await press(user, form.button);
    await press(user, form.busy);
    expect((await buttonNamed(form.busy)).getAttribute('aria-busy')).toBe('true');
    expect(server.bodiesOf(form.sends)).toEqual([form.body]);
    answer(form.answer);
    await expect.poll(() => screen.queryByRole('button', { name: form.busy })).toBeNull();
  });

  test.each(form.refusable ? [form.refusable] : [])(`${name}: a refusal focuses its field and keeps the input`, async (refusable) => {
    const { user, server } = await openFilled();
    const before = written();
    server.refuse(form.sends, { status: 422, errors: { [refusable.name]: ['Not like this.'] } });
    await press(user, form.button);
    await screen.findByText('Not like this.');
    expect(describedBy(fieldNamed(refusable.field))).toContain('Not like this.');
    expect(document.activeElement).toBe(fieldNamed(refusable.field));
    expect(written()).toEqual(before);
  });

  test(`${name}: a network error shows a message and keeps the input`, async () => {
    const { user } = await openFilled();
    const before = written();
    await press(user, form.button);
    await expect.poll(saysFailure).toBe(true);
    await buttonNamed(form.button);
    expect(written()).toEqual(before);
  });
}

/** Returns the accessible description of a field: its error and hint. */
export const describedBy = (field: HTMLElement): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

interface SharedFormUnderTest<E extends Endpoint> {
  /** Renders the form, opened on version 3. */
  draw: (server: ReturnType<typeof fakeServer>) => ReactNode;
  fill: (user: UserEvent) => Promise<void>;
  sends: E;
  answer: AnswerOf<E>;
  button: string;
  /** Content that another member stored in the meantime, as version 4. */
  stored: unknown;
  /** Label of the conflicting field, with the member's value and the stored one. */
  field: string;
  mine: string;
  theirs: string;
  /** Finds the field if its label differs from `field`. */
  input?: () => { value: string };
  /** Name of the field in the request, and the text it must contain, by default `mine`. */
  name: string;
  sent?: string;
}

const refusal = (data: unknown) => ({ status: 409, code: 'conflict', message: 'Someone else changed this in the meantime.', data });

/** Tests the conflict handling that every shared form has. */
export function testConflict<E extends Endpoint>(name: string, form: SharedFormUnderTest<E>): void {
  const press = async (user: UserEvent, button: string) => user.click((await screen.findAllByRole('button', { name: button })).at(-1)!);
  const input = form.input ?? (() => screen.getByLabelText<HTMLInputElement>(form.field, { selector: 'input, textarea' }));
  const openConflict = async () => {
    const server = fakeServer();
    signIn('a-token', aMember());
    const { user } = await renderScreen(form.draw(server));
    await form.fill(user);
    server.refuse(form.sends, refusal(form.stored));
    await press(user, form.button);
    const conflict = await screen.findByRole('region', { name: 'Changed while you were editing' });
    return { user, server, conflict };
  };
  const lastBody = (server: ReturnType<typeof fakeServer>) => server.bodiesOf(form.sends).at(-1) as Record<string, unknown>;

  test(`${name}: a version saved by another member is shown next to the member's own and takes the focus`, async () => {
    const { user, server, conflict } = await openConflict();
    expect(document.activeElement).toBe(conflict);
    expect(screen.getByLabelText(`${form.field}: yours`)).toHaveProperty('value', form.mine);
    expect(screen.getByLabelText(`${form.field}: theirs`)).toHaveProperty('value', form.theirs);
    expect(input().value).toBe(form.mine);
    // Saving again does nothing before the member has chosen.
    await press(user, form.button);
    expect(server.bodiesOf(form.sends)).toHaveLength(1);
    expect(document.activeElement).toBe(conflict);
  });

  test(`${name}: "Use mine" saves the member's version over the newer one`, async () => {
    const { user, server } = await openConflict();
    server.answer(form.sends, form.answer);
    await press(user, 'Use mine');
    await expect.poll(() => server.bodiesOf(form.sends).length).toBe(2);
    expect(String(lastBody(server)['version'])).toBe('4');
    expect(JSON.stringify(lastBody(server)[form.name])).toContain(form.sent ?? form.mine);
  });

  test(`${name}: "Use theirs" puts the other version into the form for further edits`, async () => {
    const { user } = await openConflict();
    await press(user, 'Use theirs');
    await expect.poll(() => input().value).toBe(form.theirs);
    expect(screen.queryByRole('region', { name: 'Changed while you were editing' })).toBeNull();
  });
}

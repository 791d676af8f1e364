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

import type { AnswerOf, Endpoint } from '@mbari/contract/platform/endpoint';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from './a-member.ts';
import { fakeServer } from './fake-server.ts';
import { renderScreen } from './render-screen.tsx';

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

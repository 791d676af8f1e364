import { register } from '@mbari/contract/identity/auth';
import { countryCodes, defaultCountryCode, isCountryCode } from '@mbari/contract/identity/country-codes';
import * as sentences from '@mbari/contract/platform/sentences';
import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { currentSession } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { describedBy } from '~/testing/test-form.tsx';
import { CountryCodeField, findCountryCodes, namedCountryCodes } from './country-code-field.tsx';
import { RegisterForm } from './register-form.tsx';

describe('register form', () => {
  const input = {
    'Name': 'Nkem Okonkwo',
    'Username': 'nkem',
    'Email': 'nkem@example.org',
    'Phone': '803 000 0000',
    'Password': 'four hens in the yard',
    'Confirm password': 'four hens in the yard',
  };

  let server: ReturnType<typeof fakeServer>;
  beforeEach(() => {
    server = fakeServer();
  });

  async function fillIn() {
    const { user, router } = await renderScreen(<RegisterForm />);
    for (const [label, text] of Object.entries(input)) {
      await user.click(screen.getByLabelText(label));
      await user.paste(text);
    }
    return { user, router, submit: () => user.click(screen.getByRole('button', { name: /Creat(?:e|ing) your account|Create account/ })) };
  }

  test('the form sends the input with the country code and signs the new member in', async () => {
    server.answer(register, { message: 'Welcome', token: 'a-token', user: aMember({ has_onboarding: false }) });
    const { user, submit } = await fillIn();
    await user.clear(screen.getByRole('combobox'));
    await user.type(screen.getByRole('combobox'), 'gha{Enter}');
    expect(server.bodiesOf(register)).toHaveLength(0);
    await submit();
    await expect.poll(() => currentSession().status).toBe('member');
    expect(server.bodiesOf(register)).toEqual([
      {
        locale: 'en',
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        name: 'Nkem Okonkwo',
        username: 'nkem',
        email: 'nkem@example.org',
        country_code: '+233',
        phone: '803 000 0000',
        password: 'four hens in the yard',
        password_confirmation: 'four hens in the yard',
      },
    ]);
    await expect.poll(shownToasts).toEqual([sentences.registered]);
  });

  test('each error is shown under its field, the first gets the focus, and the input stays', async () => {
    const errors = {
      username: ['The username is taken.'],
      country_code: ['The country code is unknown.'],
      phone: ['The phone is too short.'],
      password: ['The password is required.'],
      password_confirmation: [sentences.passwordsDiffer],
    };
    server.refuse(register, { status: 422, code: 'validation', message: 'The given data was invalid.', errors });
    const { submit } = await fillIn();
    await submit();
    await screen.findByText('The username is taken.');
    expect(describedBy(screen.getByLabelText('Username'))).toBe('The username is taken.');
    expect(describedBy(screen.getByRole('combobox'))).toBe('The country code is unknown.');
    expect(describedBy(screen.getByLabelText('Phone'))).toBe('The phone is too short.');
    expect(describedBy(screen.getByLabelText('Password'))).toContain('The password is required.');
    expect(describedBy(screen.getByLabelText('Confirm password'))).toBe(sentences.passwordsDiffer);
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('Username'));
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Nkem Okonkwo');
    expect(shownToasts()).toEqual([]);
  });

  test('a double click registers once', async () => {
    const answer = server.keepWaiting(register);
    const { submit } = await fillIn();
    await submit();
    await submit();
    expect(server.bodiesOf(register)).toHaveLength(1);
    answer({ message: 'Welcome', token: 'a-token', user: aMember({ has_onboarding: false }) });
    await expect.poll(() => currentSession().status).toBe('member');
  });

  test.each([
    [429, 'Too many requests. Try again in 5 minutes.', 'Too many requests. Try again in 5 minutes.'],
    [500, 'Server error', sentences.registrationFailed],
  ])('a refusal with status %i that names no field is shown as a toast', async (status, message, toast) => {
    server.refuse(register, { status, message });
    const { submit } = await fillIn();
    await submit();
    await expect.poll(shownToasts).toEqual([toast]);
  });

  test('a network error is shown as a toast', async () => {
    const { submit } = await fillIn();
    await submit();
    await expect.poll(shownToasts).toEqual([sentences.registrationUnexpected]);
  });

  test('the password’s strength is updated while typing and considers name and address', async () => {
    const { user } = await fillIn();
    const password = screen.getByLabelText('Password');
    for (const [input, expectedText] of [
      ['sunshine1', 'Too common: easy to guess'],
      ['okonkwo7', 'Too close to your name or address: easy to guess'],
      ['zzzzzzzzz', 'Easy to guess. Another word makes it stronger'],
      ['a courtyard at dusk', 'Strong'],
    ] as const) {
      await user.clear(password);
      await user.click(password);
      await user.paste(input);
      expect((await screen.findByText(expectedText)).closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
    }
  });
});

function renderField() {
  const { container } = render(
    <>
      <CountryCodeField error={undefined} />
      <button type="button">Elsewhere</button>
    </>,
  );
  return { sent: () => container.querySelector<HTMLInputElement>('[name=country_code]')?.value };
}

const field = () => screen.getByRole<HTMLInputElement>('combobox');
const isOpen = () => field().getAttribute('aria-expanded') === 'true';
/** Returns the option that Enter selects. */
const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;

test('the field starts with the default and submits the code only', () => {
  const { sent } = renderField();
  expect(field().value).toBe('+234 NG');
  expect(sent()).toBe('+234');
  expect(isOpen()).toBe(false);
});

test('typing opens the list at the first match, and Enter selects it', async () => {
  const { sent } = renderField();
  await userEvent.tab();
  await userEvent.keyboard('ghana');
  expect(isOpen()).toBe(true);
  expect(active()).toBe('+233Ghana');
  expect(screen.getByRole('status').textContent).toBe('1 code');
  await userEvent.keyboard('{Enter}');
  expect(field().value).toBe('+233 GH');
  expect(sent()).toBe('+233');
  expect(isOpen()).toBe(false);
});

test('an arrow opens the list at the selection; arrows wrap around', async () => {
  renderField();
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toBe('+234Nigeria');
  await userEvent.keyboard('{ArrowUp}{ArrowDown}');
  expect(active()).toBe('+234Nigeria');
  await userEvent.keyboard('{PageUp}{PageUp}{PageUp}{PageUp}{PageUp}{PageUp}{PageUp}{ArrowUp}');
  expect(active()).toBe(screen.getAllByRole('option').at(-1)?.textContent);
});

test('Escape closes the list and keeps the selection', async () => {
  const { sent } = renderField();
  await userEvent.tab();
  await userEvent.keyboard('gha{Escape}');
  expect(isOpen()).toBe(false);
  expect(field().value).toBe('+234 NG');
  expect(sent()).toBe('+234');
});

test('leaving the field selects the match; input without a match is dropped', async () => {
  const { sent } = renderField();
  await userEvent.tab();
  await userEvent.keyboard('gha');
  await userEvent.tab();
  expect(sent()).toBe('+233');
  await userEvent.click(field());
  await userEvent.keyboard('atlantis');
  expect(screen.getByText('No country or code found.')).toBeTruthy();
  await userEvent.tab();
  expect(sent()).toBe('+233');
  expect(field().value).toBe('+233 GH');
});

test('clicking an option selects it and keeps the focus in the field', async () => {
  const { sent } = renderField();
  await userEvent.click(field());
  await userEvent.click(screen.getByRole('option', { name: /Ghana/ }));
  expect(sent()).toBe('+233');
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(field());
});

test('the Enter that ends a conversion in Safari selects nothing', async () => {
  const { sent } = renderField();
  await userEvent.tab();
  await userEvent.keyboard('ghana');
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
  expect(isOpen()).toBe(true);
  expect(sent()).toBe('+234');
});

const countryNames = (query: string) => findCountryCodes(query).flatMap(({ codes }) => codes.map(({ name }) => name));

test.each([
  ['gha', ['Ghana']],
  ['233', ['Ghana']],
  ['+233', ['Ghana']],
  ['00233', ['Ghana']],
  ['GH', ['Ghana']],
  ['+233 GH', ['Ghana']],
  ["cote d'iv", ['Côte d’Ivoire']],
  ['ni', ['Nigeria', 'Niger']],
  ['TURKIYE', ['Türkiye']],
  ['jamaica', ['United States, Canada, Jamaica']],
  ['97', ['Israel', 'Qatar', 'United Arab Emirates']],
  ['atlantis', []],
])('%s finds %j', (query, names) => {
  expect(countryNames(query)).toEqual(names);
});

test('an empty query finds all codes in five regions, including the default', () => {
  expect(findCountryCodes(' ')).toBe(namedCountryCodes);
  expect(countryCodes).toHaveLength(5);
  expect(countryNames('').length).toBeGreaterThanOrEqual(50);
  expect(isCountryCode(defaultCountryCode)).toBe(true);
});

import { countryCodes, defaultCountryCode, isCountryCode } from '@mbari/contract/identity/country-codes';
import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { CountryCodeField, findCountryCodes, namedCountryCodes } from './country-code-field.tsx';

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

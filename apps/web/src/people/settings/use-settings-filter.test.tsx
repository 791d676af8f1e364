import { readForumSettings } from '@mbari/contract/people/settings';
import { screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { SectionGroup } from '~/platform/ui/section.tsx';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { MailedKinds } from './mailed-kinds.tsx';
import { MutedWordsSection } from './muted-words-section.tsx';
import { PrivacySettings } from './privacy-settings.tsx';
import { SettingsSearch } from './settings-search.tsx';
import { useSettingsFilter } from './use-settings-filter.ts';
import { useSettingsForm } from './use-settings-form.ts';

beforeEach(() => {
  fakeServer().answer(readForumSettings, { data: aMember().forum_settings });
  signIn('a-token', aMember());
});

function Settings() {
  const [search, setSearch] = useState('');
  const [isLoading, setLoading] = useState(true);
  const panel = useRef<HTMLDivElement>(null);
  const found = useSettingsFilter(panel, search);
  const { form } = useSettingsForm({ isNeeded: true });
  return (
    <>
      <SettingsSearch search={search} onSearch={setSearch} groups={{ privacy: 'Profile and privacy' }} />
      <p>found: {found ?? 'no search'}</p>
      <div ref={panel}>
        {form && (
          <>
            <SectionGroup id="privacy" title="Profile and privacy">
              <PrivacySettings form={form} />
            </SectionGroup>
            <SectionGroup id="content" title="Feed and content">
              <MutedWordsSection form={form} />
            </SectionGroup>
            <MailedKinds form={form} />
          </>
        )}
        <div data-group="Security">{isLoading || <section aria-label="Password">Password</section>}</div>
      </div>
      <button type="button" onClick={() => setLoading(false)}>
        Load
      </button>
    </>
  );
}

async function openSettings() {
  const { user } = await renderScreen(<Settings />, { path: '/settings' });
  await screen.findByRole('switch', { name: 'Birthday' });
  const field = screen.getByRole('searchbox', { name: 'Search settings' });
  return { user, field, search: async (words: string) => user.tripleClick(field).then(() => user.paste(words)) };
}

const controls = () => [...screen.queryAllByRole('switch'), ...screen.queryAllByRole('combobox')].map((control) => nameOf(control));
const nameOf = (control: HTMLElement) => document.querySelector(`label[for="${control.id}"]`)?.textContent;
const groups = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

test('labels and hints are searched without case and diacritics', async () => {
  const { search } = await openSettings();
  await search('BIRTHDÀY');
  expect(controls()).toEqual(['Birthday']);
  expect(groups()).toEqual(['Profile and privacy']);
  expect(screen.getByText('found: 1')).toBeTruthy();
  await search('search engines');
  expect(controls()).toEqual(['Show my posts to visitors']);
});

test('a word of a group or section finds all its settings, and narrows the other words', async () => {
  const { search } = await openSettings();
  await search('feed');
  expect(groups()).toEqual(['Feed and content']);
  await search('emails likes');
  expect(controls()).toEqual(['Likes']);
  expect(groups()).toEqual(['Emails']);
});

test('the choices of a list are not searched', async () => {
  const { search } = await openSettings();
  await search('Lagos');
  expect(controls()).toEqual([]);
});

test('unsaved changes survive a search, and Escape ends it', async () => {
  const { user, field, search } = await openSettings();
  const before = controls();
  await user.click(screen.getByRole('switch', { name: 'Birthday' }));
  await search('muted');
  expect(controls()).toEqual([]);
  expect(groups()).toEqual(['Feed and content']);
  await user.type(field, '{Escape}');
  expect(controls()).toEqual(before);
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Birthday' }).checked).toBe(true);
  expect(screen.getByText('found: no search')).toBeTruthy();
});

test('nothing is reported missing until all tabs have loaded', async () => {
  const { user, search } = await openSettings();
  await search('zebra');
  expect(screen.getByText('found: no search')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Load' }));
  expect(await screen.findByText('found: 0')).toBeTruthy();
});

import { readForumSettings, saveForumSettings } from '@mbari/contract/people/settings';
import * as sentences from '@mbari/contract/platform/sentences';
import { screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { currentSession, signIn } from '~/platform/lib/session.ts';
import { SectionGroup } from '~/platform/ui/section.tsx';
import { SettingsFailed } from '~/platform/ui/settings-states.tsx';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { MutedWordsSection } from './muted-words-section.tsx';
import { MailedKinds } from './notification-settings.tsx';
import { PrivacySettings } from './privacy-settings.tsx';
import { LeaveGuard, SaveBar } from './save-bar.tsx';
import { SettingsSearch, useSettingsFilter } from './settings-search.tsx';
import { useSettingsForm } from './use-settings-form.ts';

describe('use settings filter', () => {
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
});

describe('use settings form', () => {
  const saved = aMember().forum_settings;

  let server: ReturnType<typeof fakeServer>;
  beforeEach(() => {
    server = fakeServer();
    server.answer(readForumSettings, { data: saved });
    signIn('a-token', aMember());
  });

  function Settings() {
    const { query, form } = useSettingsForm({ isNeeded: true });
    if (!form)
      return query.isError && !query.isFetching ? <SettingsFailed error={query.error} onRetry={() => void query.refetch()} /> : null;
    return (
      <>
        <PrivacySettings form={form} />
        <SaveBar form={form} isOnOtherTab={false} />
        <LeaveGuard form={form} />
      </>
    );
  }

  async function openSettings() {
    const { user, router } = await renderScreen(<Settings />, { path: '/settings' });
    await screen.findByRole('switch', { name: 'Birthday' });
    return { user, router };
  }

  const birthday = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Birthday' });
  const press = (name: string) => screen.getByRole('button', { name });

  test('all settings are sent, including the changes', async () => {
    const { user } = await openSettings();
    server.answer(saveForumSettings, { message: '', data: { ...saved, show_birthday: true } });
    await user.click(birthday());
    expect(screen.getByText('Not saved yet')).toBeTruthy();
    await user.click(press('Save'));
    await expect.poll(shownToasts).toEqual([sentences.settingsSaved]);
    expect(server.bodiesOf(saveForumSettings)).toEqual([{ ...saved, show_birthday: true }]);
    await expect.poll(() => screen.queryByText('Not saved yet')).toBeNull();
    expect(birthday().checked).toBe(true);
    expect(currentSession().user).toMatchObject({ forum_settings: { show_birthday: true } });
  });

  test.each(['followers', 'registered'] as const)('contact details for %s appear as shared with members', async (contact_visibility) => {
    server.answer(readForumSettings, { data: { ...saved, contact_visibility } });
    const { user } = await openSettings();
    const choice = screen.getByLabelText<HTMLSelectElement>('Contact details');
    expect([...choice.options].map(({ text }) => text)).toEqual(['Everyone', 'Members', 'Only me']);
    expect(choice.selectedOptions[0]?.text).toBe('Members');
    server.answer(saveForumSettings, { message: '', data: { ...saved, contact_visibility: 'registered' } });
    await user.selectOptions(choice, 'Only me');
    await user.selectOptions(choice, 'Members');
    await user.click(birthday());
    await user.click(press('Save'));
    await expect.poll(() => server.bodiesOf(saveForumSettings)).toMatchObject([{ contact_visibility: 'registered' }]);
  });

  test('who may write is one choice of three, and nobody keeps the choice between the other two', async () => {
    const { user } = await openSettings();
    const choice = screen.getByLabelText<HTMLSelectElement>('Who can write to you');
    expect([...choice.options].map(({ text }) => text)).toEqual(['Everyone', 'Members I follow', 'Nobody']);
    server.answer(saveForumSettings, { message: '', data: saved });
    await user.selectOptions(choice, 'Members I follow');
    await user.selectOptions(choice, 'Nobody');
    await user.click(press('Save'));
    await expect
      .poll(() => server.bodiesOf(saveForumSettings))
      .toMatchObject([{ allow_direct_messages: false, direct_messages_from: 'following' }]);
  });

  test('changes made during a save stay unsaved', async () => {
    const { user } = await openSettings();
    const answer = server.keepWaiting(saveForumSettings);
    await user.click(birthday());
    await user.click(press('Save'));
    await user.click(screen.getByRole('switch', { name: 'Location' }));
    await user.click(press('Saving...'));
    answer({ message: '', data: { ...saved, show_birthday: true } });
    await expect.poll(shownToasts).toEqual([sentences.settingsSaved]);
    expect(server.bodiesOf(saveForumSettings)).toHaveLength(1);
    expect(screen.getByText('Not saved yet')).toBeTruthy();
    expect(screen.getByRole('switch', { name: 'Location' })).toHaveProperty('checked', false);
  });

  test('a refusal is shown, and the changes stay', async () => {
    const { user } = await openSettings();
    server.refuse(saveForumSettings, { status: 422, code: 'validation', message: 'That is not possible.' });
    await user.click(birthday());
    await user.click(press('Save'));
    await expect.poll(shownToasts).toEqual(['That is not possible.']);
    expect(birthday().checked).toBe(true);
    expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy();
  });

  test('a failed request is reported, and the changes stay', async () => {
    const { user } = await openSettings();
    await user.click(birthday());
    await user.click(press('Save'));
    await expect.poll(shownToasts).toEqual([sentences.settingsSaveFailed]);
    expect(birthday().checked).toBe(true);
  });

  test('loading the settings can be retried', async () => {
    server.refuse(readForumSettings, { status: 500, message: 'Something went wrong.' });
    const { user } = await renderScreen(<Settings />, { path: '/settings' });
    expect((await screen.findByRole('alert')).textContent).toBe('Something went wrong.');
    expect(shownToasts()).toEqual([sentences.settingsLoadFailed]);
    server.answer(readForumSettings, { data: saved });
    await user.click(press('Try Again'));
    await screen.findByRole('switch', { name: 'Birthday' });
  });

  function Visits() {
    const [here, setHere] = useState(true);
    return (
      <>
        <button type="button" onClick={() => setHere(!here)}>
          {here ? 'Leave' : 'Come back'}
        </button>
        {here && <Settings />}
      </>
    );
  }

  test('a load error is not shown again at the next visit', async () => {
    server.refuse(readForumSettings, { status: 500, message: 'Something went wrong.' });
    const { user } = await renderScreen(<Visits />, { path: '/settings' });
    await screen.findByRole('alert');
    expect(shownToasts()).toEqual([sentences.settingsLoadFailed]);
    await user.click(press('Leave'));
    server.answer(readForumSettings, { data: saved });
    await user.click(press('Come back'));
    await screen.findByRole('switch', { name: 'Birthday' });
    expect(shownToasts()).toEqual([sentences.settingsLoadFailed]);
  });

  test('discarding changes moves the focus to the adjacent button', async () => {
    const { user } = await openSettings();
    await user.click(birthday());
    await user.click(press('Discard'));
    expect(birthday().checked).toBe(false);
    expect(screen.queryByText('Not saved yet')).toBeNull();
    expect(document.activeElement).toBe(press('Save'));
  });

  test('leaving unsaved changes needs a confirmation, and staying keeps them', async () => {
    const { user, router } = await openSettings();
    await user.click(birthday());
    void router.navigate({ to: '/feed' });
    await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.keyboard('{Escape}');
    expect(router.state.location.pathname).toBe('/settings');
    expect(birthday().checked).toBe(true);
  });

  test('leaving without saving sends nothing', async () => {
    const { user, router } = await openSettings();
    await user.click(birthday());
    void router.navigate({ to: '/feed' });
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await expect.poll(() => router.state.location.pathname).toBe('/feed');
    expect(server.bodiesOf(saveForumSettings)).toEqual([]);
  });

  test('pressing Save and leave saves the settings before leaving', async () => {
    const { user, router } = await openSettings();
    server.answer(saveForumSettings, { message: '', data: { ...saved, show_birthday: true } });
    await user.click(birthday());
    void router.navigate({ to: '/feed' });
    await user.click(await screen.findByRole('button', { name: 'Save and leave' }));
    await expect.poll(() => router.state.location.pathname).toBe('/feed');
    expect(server.bodiesOf(saveForumSettings)).toHaveLength(1);
  });

  test('members without a plan cannot make the profile private', async () => {
    const { user } = await openSettings();
    const visibility = screen.getByLabelText<HTMLSelectElement>('Profile visibility');
    expect(visibility.getAttribute('aria-disabled')).toBe('true');
    await user.selectOptions(visibility, 'private');
    expect(visibility.value).toBe('public');
    expect(screen.queryByText('Not saved yet')).toBeNull();
  });
});

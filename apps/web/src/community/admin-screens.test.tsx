import { changeRole, closeMemberAccount, grantMemberPlan } from '@mbari/contract/community/admin-members';
import { type Announcement, createAnnouncement, deleteAnnouncement, updateAnnouncement } from '@mbari/contract/community/announcements';
import { createWebhook, deleteWebhook, listWebhooks } from '@mbari/contract/community/webhooks';
import { readSecurity } from '@mbari/contract/identity/security';
import { changeSiteSettings, type SiteSettings } from '@mbari/contract/platform/site';
import { render, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ChangeRoleDialog, CloseAccountDialog, GrantDialog } from '~/community/members/account-dialogs.tsx';
import { testConflict, testForm } from '~/testing/test-form.tsx';
import { AnnouncementDialog, RemoveAnnouncementDialog } from './announcement-dialogs.tsx';
import { FigureSection } from './figure-section.tsx';
import { NewWebhookDialog } from './new-webhook-dialog.tsx';
import { SiteForm } from './site-form.tsx';
import { WebhookList } from './webhook-list.tsx';

describe('announcement dialogs', () => {
  const begins_at = '2030-05-01T08:00:00.000Z';
  const announcement = {
    id: 'a1',
    text: 'We meet.',
    begins_at,
    ends_at: null,
    is_dismissable: true,
    version: 3,
  } as unknown as Announcement;
  const form = { busy: 'Saving...', failure: 'That did not work. Please try again.', answer: { message: '' } as never };

  testForm('a new announcement', {
    ...form,
    draw: () => <AnnouncementDialog onClose={() => undefined} />,
    fill: async (user) => {
      await user.type(screen.getByLabelText('Text'), 'We meet.');
      await user.click(screen.getByRole('switch', { name: /Members can dismiss it/ }));
    },
    sends: createAnnouncement,
    body: { text: 'We meet.', is_dismissable: false, ends_at: null },
    button: 'Publish',
    refusable: { field: 'Text', name: 'text' },
  });

  testForm('an edited announcement', {
    ...form,
    draw: () => <AnnouncementDialog announcement={announcement} onClose={() => undefined} />,
    fill: (user) => user.type(screen.getByLabelText('Text'), ' Bring cloth.'),
    sends: updateAnnouncement,
    body: { text: 'We meet. Bring cloth.', is_dismissable: true, begins_at, ends_at: null, version: 3 },
    button: 'Save changes',
    refusable: { field: 'Ends', name: 'ends_at' },
  });

  testForm('deleting an announcement', {
    ...form,
    draw: () => <RemoveAnnouncementDialog id="a1" onClose={() => undefined} />,
    sends: deleteAnnouncement,
    body: null,
    button: 'Take down',
  });

  testConflict('an announcement', {
    draw: () => <AnnouncementDialog announcement={announcement} onClose={() => undefined} />,
    fill: (user) => user.type(screen.getByLabelText('Text'), ' Bring cloth.'),
    sends: updateAnnouncement,
    answer: { message: '' } as never,
    button: 'Save changes',
    stored: { ...announcement, text: 'We dance.', version: 4 },
    field: 'Text',
    name: 'text',
    mine: 'We meet. Bring cloth.',
    theirs: 'We dance.',
  });
});

const days = ['2026-11-15', '2026-11-22', '2026-11-29'];
const show = (values: readonly number[]) =>
  render(
    <FigureSection
      kind="bars"
      name="photos"
      finding="3 photos were shared last week"
      about="Photos by week"
      points={values.map((value, at) => ({ day: days[at] ?? '', value }))}
      format={String}
    />,
  );

test.each([[[3]], [[0, 0, 3]], [[0, 0, 0]]])('without two values to compare, the summary stands alone: %j', (values) => {
  show(values);
  screen.getByRole('region', { name: '3 photos were shared last week' });
  expect(screen.queryByRole('button')).toBeNull();
});

test('two values are plotted, with a table', () => {
  show([0, 2, 3]);
  expect(screen.getByRole('button', { name: 'Show as table' }).getAttribute('aria-expanded')).toBe('false');
});

const settings = {
  version: 3,
  ...{
    name: null,
    tagline: null,
    logo: null,
    accent: null,
    pricing_url: null,
    contact_email: null,
    import_hosts: null,
    about: null,
    privacy: null,
  },
  ...{ locales: null, default_locale: null, changed_at: null },
  defaults: { name: 'Mbari', tagline: 'Made by hand', pricing_url: '/plans', locales: ['en', 'fr'], default_locale: 'en' },
} as unknown as SiteSettings;

testForm('the settings of the site', {
  draw: () => <SiteForm settings={settings} />,
  fill: async (user) => {
    await user.type(screen.getByLabelText('Name'), 'Uli');
    await user.type(screen.getByLabelText('Contact email'), 'hello@uli.example');
    await user.type(screen.getByLabelText('About this community'), 'We paint walls.');
  },
  sends: changeSiteSettings,
  body: {
    ...{
      version: 3,
      name: 'Uli',
      tagline: '',
      pricing_url: '',
      contact_email: 'hello@uli.example',
      import_hosts: '',
      about: 'We paint walls.',
      privacy: '',
      accent: '',
    },
    ...{ locales: null, default_locale: '' },
  },
  answer: { data: settings, message: '' },
  button: 'Save changes',
  busy: 'Saving...',
  failure: 'The settings could not be saved.',
  refusable: { field: 'Contact email', name: 'contact_email' },
});

testConflict('the settings of the site', {
  draw: () => <SiteForm settings={settings} />,
  fill: (user) => user.type(screen.getByLabelText('About this community'), 'We paint walls.'),
  sends: changeSiteSettings,
  answer: { data: settings, message: '' },
  button: 'Save changes',
  stored: { ...settings, about: 'We carve doors.', version: 4 },
  field: 'About this community',
  name: 'about',
  mine: 'We paint walls.',
  theirs: 'We carve doors.',
});

describe('account dialogs', () => {
  const form = { busy: 'Saving...', failure: 'That did not work. Please try again.', answer: { message: '' } as never };

  testForm('granting a plan', {
    ...form,
    draw: () => <GrantDialog id="m1" onClose={() => undefined} />,
    fill: async (user) => {
      await user.type(screen.getByLabelText('Name of the plan'), ' for a year');
      await user.type(screen.getByLabelText('Until'), '2030-05-01');
    },
    sends: grantMemberPlan,
    body: { name: 'Premium for a year', ends_at: new Date('2030-05-01T23:59:59').toISOString() },
    button: 'Give a plan',
    refusable: { field: 'Until', name: 'ends_at' },
  });

  testForm('closing an account', {
    ...form,
    draw: () => <CloseAccountDialog id="m1" onClose={() => undefined} />,
    sends: closeMemberAccount,
    body: null,
    button: 'Close account',
  });

  testForm('changing a role', {
    ...form,
    failure: 'Something went wrong. Please try again.',
    draw: (server) => {
      server.answer(readSecurity, {
        data: {
          ...{ has_password: true, email: 'admin@example.org', pending_email: null },
          ...{ passkeys: [], totp: { is_enabled: false, recovery_codes_left: 0 }, providers: [] },
        },
      });
      return <ChangeRoleDialog id="m1" newRole="moderator" label="Moderator" onClose={() => undefined} />;
    },
    fill: (user) => user.type(screen.getByLabelText('Your password'), 'four hens'),
    sends: changeRole,
    body: { role: 'moderator', password: 'four hens' },
    button: 'Change role',
    refusable: { field: 'Your password', name: 'password' },
  });
});

const webhook = {
  ...{ id: 'w1', url: 'https://hooks.example/mbari?key=1', events: ['report_opened' as const] },
  ...{ created_at: '2026-11-30T10:00:00.000Z', failures: 0, disabled_at: null },
};

testForm('a new webhook', {
  busy: 'Saving...',
  failure: 'Something went wrong. Please try again.',
  draw: (server) => {
    server.answer(readSecurity, {
      data: {
        ...{ has_password: true, email: 'admin@example.org', pending_email: null },
        ...{ passkeys: [], totp: { is_enabled: false, recovery_codes_left: 0 }, providers: [] },
      },
    });
    return <NewWebhookDialog onClose={() => undefined} />;
  },
  fill: async (user) => {
    await user.type(screen.getByLabelText('Address'), webhook.url);
    await user.click(screen.getByLabelText('A challenge has ended'));
    await user.type(screen.getByLabelText('Your password'), 'four hens');
  },
  sends: createWebhook,
  body: { url: webhook.url, events: ['report_opened', 'member_waiting', 'post_pending'], password: 'four hens' },
  answer: { data: webhook, secret: 'mbari_whsec_x', message: '' },
  button: 'Add a webhook',
  refusable: { field: 'Address', name: 'url' },
});

testForm('removing a webhook', {
  busy: 'Saving...',
  failure: 'That did not work. Please try again.',
  draw: (server) => {
    server.answer(listWebhooks, { data: [webhook] });
    return <WebhookList />;
  },
  reach: async (user) => user.click(await screen.findByRole('button', { name: 'Remove' })),
  sends: deleteWebhook,
  body: null,
  answer: { message: '' },
  button: 'Remove',
});

import { type SiteSettings, changeSiteSettings } from '@mbari/contract/platform/site';
import { screen } from '@testing-library/react';
import { testConflict } from '~/testing/test-conflict.tsx';
import { testForm } from '~/testing/test-form.tsx';
import { SiteForm } from './site-form.tsx';

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

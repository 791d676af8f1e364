import { createWebhook, deleteWebhook, listWebhooks } from '@mbari/contract/community/webhooks';
import { readSecurity } from '@mbari/contract/identity/security';
import { screen } from '@testing-library/react';
import { testForm } from '~/testing/test-form.tsx';
import { NewWebhookDialog } from './new-webhook-dialog.tsx';
import { WebhookList } from './webhook-list.tsx';

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

import * as words from '@mbari/words/webhooks';
import { AdminFrame } from '~/community/admin-frame.tsx';
import { WebhookList } from '~/community/webhook-list.tsx';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Button } from '~/platform/ui/button.tsx';

export default function AdminWebhooksPage() {
  return <AdminFrame title={words.title}>{() => <Webhooks />}</AdminFrame>;
}

function Webhooks() {
  const addition = useLazyDialog(async () => (await import('~/community/new-webhook-dialog.tsx')).NewWebhookDialog);
  return (
    <div className="admin-narrow">
      <p className="mb-s4 text-ink-quiet">{words.lead}</p>
      <Button onClick={addition.open}>{words.add}</Button>
      <WebhookList />
      {addition.Dialog && <addition.Dialog onClose={addition.close} />}
    </div>
  );
}

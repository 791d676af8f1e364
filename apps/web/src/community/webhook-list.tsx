import {
  deleteWebhook,
  type Delivery,
  enableWebhook,
  listWebhookDeliveries,
  listWebhooks,
  resendWebhookDelivery,
  testWebhook,
  type Webhook,
} from '@mbari/contract/community/webhooks';
import { saving } from '@mbari/words/ui';
import * as words from '@mbari/words/webhooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { webhooksChanged } from '~/platform/lib/cache-events/community.ts';
import { call } from '~/platform/lib/call.ts';
import { dayOf } from '~/platform/lib/dates.ts';
import { webhookDeliveriesKey, webhooksKey } from '~/platform/lib/query-keys.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { Button } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { ConfirmAction } from '~/platform/ui/form-dialog.tsx';
import { HappenedTime } from '~/platform/ui/happened-time.tsx';
import { Row } from '~/platform/ui/section.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';

export function WebhookList() {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: webhooksKey,
    queryFn: async ({ signal }) => (await call(listWebhooks, { signal })).data,
    staleTime: 0,
  });
  if (isError) return <FetchFailed message={words.loadFailed} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Spinner size={28} />;
  if (data.length === 0)
    return (
      <EmptyState drawing="quiet" title={words.none}>
        {words.noneHint}
      </EmptyState>
    );
  return (
    <ul className="mt-s4">
      {data.map((webhook) => (
        <li key={webhook.id} className="border-b border-hairline py-s4">
          <WebhookItem webhook={webhook} />
        </li>
      ))}
    </ul>
  );
}

function WebhookItem({ webhook: { id, url, events, disabled_at } }: { webhook: Webhook }) {
  const client = useQueryClient();
  const [showsDeliveries, setShowsDeliveries] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const refresh = () => webhooksChanged(client);
  const params = { id };
  const turnOn = useAction(() => call(enableWebhook, { params }).finally(refresh), words.failed, words.turnedOn);
  const test = useAction(() => call(testWebhook, { params }).finally(refresh), words.failed, words.queued);
  return (
    <>
      <h2 className="font-semibold [overflow-wrap:anywhere]" dir="ltr">
        {url}
      </h2>
      <p className="text-t15 text-ink-meta">{events.map((event) => eventWords[event]).join(' · ')}</p>
      {disabled_at === null ? (
        <p className="text-t15 text-leaf">{words.on}</p>
      ) : (
        <p className="text-t15 text-laterite-ink">{words.off({ date: dayOf(disabled_at) })}</p>
      )}
      <div className="mt-s2 flex flex-wrap gap-s3">
        {disabled_at === null ? (
          <Button kind="quiet" onClick={() => void test.run()}>
            {words.sendTest}
          </Button>
        ) : (
          <Button kind="quiet" onClick={() => void turnOn.run()}>
            {words.turnOn}
          </Button>
        )}
        <Button kind="text" onClick={() => setIsRemoving(true)}>
          {words.remove}
        </Button>
      </div>
      <details className="group mt-s2" onToggle={({ currentTarget }) => setShowsDeliveries(currentTarget.open)}>
        <summary className="flex min-h-(--touch) cursor-pointer items-center gap-s2 font-semibold text-indigo">
          {words.deliveries}
          <ChevronDown size={18} strokeWidth={1.6} aria-hidden="true" className="group-open:rotate-180" />
        </summary>
        {showsDeliveries && <DeliveryList id={id} />}
      </details>
      {isRemoving && (
        <ConfirmAction
          title={words.removeTitle}
          question={words.removeQuestion({ host: new URL(url).host })}
          action={words.remove}
          busy={saving}
          failed={words.failed}
          done={words.removed}
          act={() => call(deleteWebhook, { params }).finally(refresh)}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </>
  );
}

/** Milliseconds between two looks at deliveries that wait. */
const lookAgain = 5_000;

function DeliveryList({ id }: { id: string }) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: webhookDeliveriesKey(id),
    queryFn: async ({ signal }) => (await call(listWebhookDeliveries, { params: { id }, signal })).data,
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.some((delivery) => delivery.state === 'waiting') === true && lookAgain,
  });
  if (isError) return <FetchFailed message={words.deliveriesFailed} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Spinner size={28} />;
  return (
    <>
      <p className="text-t15 text-ink-meta">{data.length === 0 ? words.noDeliveries : words.deliveriesHint}</p>
      <ul>
        {data.map((delivery) => (
          <li key={delivery.id}>
            <DeliveryRow webhookId={id} delivery={delivery} />
          </li>
        ))}
      </ul>
    </>
  );
}

const stateWords: Readonly<Record<Delivery['state'], string>> = {
  waiting: words.waiting,
  delivered: words.delivered,
  failed: words.gaveUp,
};

function DeliveryRow({ webhookId, delivery }: { webhookId: string; delivery: Delivery }) {
  const client = useQueryClient();
  const { id, event, state, attempts, status, error, created_at } = delivery;
  const resend = useAction(
    () => call(resendWebhookDelivery, { params: { id: webhookId, deliveryId: id } }).finally(() => webhooksChanged(client)),
    words.failed,
    words.queued,
  );
  return (
    <Row
      title={eventWords[event]}
      action={
        <Button kind="quiet" onClick={() => void resend.run()}>
          {words.resend}
        </Button>
      }
    >
      <span className={state === 'delivered' ? 'text-leaf' : state === 'failed' ? 'text-laterite-ink' : undefined}>
        {stateWords[state]}
      </span>
      {attempts > 0 && ` · ${words.attempts({ count: attempts })}`}
      {(status ?? error) !== null && (
        <>
          {' · '}
          <bdi dir="ltr">{status ?? error}</bdi>
        </>
      )}
      <HappenedTime at={created_at} />
    </Row>
  );
}

export const eventWords: Readonly<Record<Delivery['event'], string>> = {
  report_opened: words.reportOpened,
  member_waiting: words.memberWaiting,
  post_pending: words.postPending,
  challenge_ended: words.challengeEnded,
  test: words.test,
};

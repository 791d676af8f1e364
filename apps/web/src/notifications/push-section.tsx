import { listPushSubscriptions } from '@mbari/contract/notifications/push';
import * as words from '@mbari/words/push';
import { useQuery, queryOptions } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { call } from '~/platform/lib/call.ts';
import { pushDevicesKey } from '~/platform/lib/query-keys.ts';
import { useSiteName } from '~/platform/site/use-site.ts';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { Note } from '~/platform/ui/note.tsx';
import { Section } from '~/platform/ui/section.tsx';
import { PushDevices } from './push-devices.tsx';
import { pushSupport } from './push-subscription.ts';
import { ThisDevice } from './push-switch.tsx';

/** Turns pushes on and off and lists devices. `children` choose the notification kinds once a device exists. */
export function PushSection({ children }: { children: ReactNode }) {
  const { data, isError, isFetching, refetch } = useQuery(pushDevices);
  const community = useSiteName();
  const heading = useRef<HTMLHeadingElement>(null);
  const [support, setSupport] = useState(pushSupport);
  const onDenied = () => {
    setSupport(pushSupport());
    heading.current?.focus();
  };
  return (
    <Section id="push" title={words.title} heading={heading} about={words.about}>
      {support !== 'possible' && (
        <div className="mt-s4">
          <Note>{support === 'blocked' ? words.blocked : words.unsupported({ community })}</Note>
        </div>
      )}
      {data ? (
        <>
          {support === 'possible' && (
            <ThisDevice publicKey={data.public_key} device={data.data.find(({ is_current }) => is_current)} onDenied={onDenied} />
          )}
          {data.data.length > 0 && (
            <>
              {children}
              <PushDevices devices={data.data} onRemoved={() => heading.current?.focus()} />
            </>
          )}
        </>
      ) : (
        isError && <FetchFailed message={words.devicesFailed} busy={isFetching} onRetry={() => void refetch()} />
      )}
    </Section>
  );
}

/** Refetched on every mount: signing out elsewhere removes a device. */
const pushDevices = queryOptions({
  queryKey: pushDevicesKey,
  queryFn: ({ signal }) => call(listPushSubscriptions, { signal }),
  staleTime: 0,
});

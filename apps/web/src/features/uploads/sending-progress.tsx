import * as sentences from '@mbari/contract/sentences';
import { useEffect, useState } from 'react';
import { sizeOf } from '~/lib/size-of.ts';
import { Button } from '~/ui/button.tsx';
import { FieldError } from '~/ui/field.tsx';
import type { Waiting } from './upload-with-retry.ts';
import type { Sending } from './use-sending.ts';
import './uploads.css';

/** How much of the post has been sent, and what the upload waits for. */
export function SendingProgress({ sending }: { sending: Sending }) {
  if (sending.is === 'idle') return null;
  if (sending.is === 'failed')
    return (
      <div role="alert" className="sending">
        <FieldError>
          {sending.message.startsWith(sentences.uploadFailed) ? sending.message : `${sentences.uploadFailed}. ${sending.message}`}
        </FieldError>
      </div>
    );
  if (sending.is === 'preparing')
    return (
      <p className="sending text-t15" role="status">
        Sharing as soon as the photos are ready
      </p>
    );
  const { sent, total, waiting } = sending;
  const share = total === 0 ? 0 : Math.min(1, sent / total);
  return (
    <div className="sending" data-waiting={waiting ? true : undefined}>
      <p className="flex flex-wrap justify-between gap-s3 text-t15 tabular-nums">
        <span className="font-semibold">{share < 1 ? `${Math.floor(share * 100)} %` : 'Hanging it on the wall'}</span>
        <span className="text-ink-meta">
          {sizeOf(sent)} of {sizeOf(total)}
        </span>
      </p>
      <progress value={share} max={1} aria-label="Upload" />
      <div role="status">{waiting && <WaitingNote key={waiting.for === 'connection' ? '' : waiting.until} waiting={waiting} />}</div>
    </div>
  );
}

function WaitingNote({ waiting }: { waiting: Waiting }) {
  const seconds = useSecondsUntil(waiting.for === 'connection' ? null : waiting.until);
  return (
    <div className="sending-waits">
      <p>
        {waiting.for === 'connection'
          ? 'You are offline. It goes on by itself when the line is back.'
          : `The line dropped. It goes on by itself${seconds > 1 ? ` in ${seconds} seconds` : ' now'}.`}
      </p>
      <Button kind="text" onClick={waiting.retry}>
        Try now
      </Button>
    </div>
  );
}

function useSecondsUntil(time: number | null): number {
  const secondsLeft = () => (time === null ? 0 : Math.ceil((time - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(secondsLeft);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsLeft()), 1000);
    return () => clearInterval(timer);
  });
  return seconds;
}

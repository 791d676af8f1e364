import * as words from '@mbari/words/uploads';
import { useEffect, useState } from 'react';
import { formatBytes } from '~/platform/lib/format-bytes.ts';
import { Button } from '~/platform/ui/button.tsx';
import { FieldError } from '~/platform/ui/field.tsx';
import type { Waiting } from './upload-with-retry.ts';
import type { Sending } from './use-sending.ts';
import './uploads.css';

export function SendingProgress({ sending }: { sending: Sending }) {
  if (sending.is === 'idle') return null;
  if (sending.is === 'failed')
    return (
      <div role="alert" className="sending">
        <FieldError>{words.failed({ reason: sending.message })}</FieldError>
      </div>
    );
  if (sending.is === 'preparing')
    return (
      <p className="sending text-t15" role="status">
        {words.whenReady}
      </p>
    );
  const { sent, total, waiting } = sending;
  const share = total === 0 ? 0 : Math.min(1, sent / total);
  return (
    <div className="sending" data-waiting={waiting ? true : undefined}>
      <p className="flex flex-wrap justify-between gap-s3 text-t15 tabular-nums">
        <span className="font-semibold">{share < 1 ? words.percent({ share: Math.floor(share * 100) / 100 }) : words.processing}</span>
        <span className="text-ink-meta">{words.sizeSent({ sent: formatBytes(sent), total: formatBytes(total) })}</span>
      </p>
      <progress value={share} max={1} aria-label={words.upload} />
      <div role="status">{waiting && <WaitingNote key={waiting.for === 'connection' ? '' : waiting.until} waiting={waiting} />}</div>
    </div>
  );
}

function WaitingNote({ waiting }: { waiting: Waiting }) {
  const seconds = useSecondsUntil(waiting.for === 'connection' ? null : waiting.until);
  return (
    <div className="sending-waits">
      <p>{waiting.for === 'connection' ? words.waitingOffline : words.waiting({ seconds: seconds > 1 ? seconds : 0 })}</p>
      <Button kind="text" onClick={waiting.retry}>
        {words.tryNow}
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

import * as sentences from '@mbari/contract/sentences';
import { FieldError } from '~/ui/field.tsx';
import { sizeOf } from './chosen-images.tsx';

export type Sending = { is: 'at rest' } | { is: 'sending'; sent: number; total: number } | { is: 'failed'; words: string };

/** How far the post is on its way, in bytes. */
export function SendingLine({ sending }: { sending: Sending }) {
  if (sending.is === 'at rest') return null;
  if (sending.is === 'failed')
    return (
      <div role="alert">
        <FieldError>
          {sending.words.startsWith(sentences.uploadFailed) ? sending.words : `${sentences.uploadFailed}. ${sending.words}`}
        </FieldError>
      </div>
    );
  const share = sending.total === 0 ? 0 : Math.min(1, sending.sent / sending.total);
  return (
    <div className="sending">
      <p className="flex justify-between gap-s3 text-t15 tabular-nums">
        <span className="font-semibold">{share < 1 ? `${Math.floor(share * 100)} %` : 'Hanging it on the wall'}</span>
        <span className="text-ink-meta">
          {sizeOf(sending.sent)} of {sizeOf(sending.total)}
        </span>
      </p>
      <progress value={share} max={1} aria-label="Upload" />
    </div>
  );
}

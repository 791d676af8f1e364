import * as words from '@mbari/words/forum-images';
import { Button } from '~/platform/ui/button.tsx';
import { FieldError } from '~/platform/ui/field.tsx';
import type { Uploading } from './use-upload-images.ts';

export function UploadProgress({ uploading }: { uploading: Uploading }) {
  if (uploading.is === 'idle') return null;
  if (uploading.is === 'failed')
    return (
      <div role="alert">
        <FieldError>{words.uploadFailed({ reason: uploading.message })}</FieldError>
      </div>
    );
  const { number, count, share, waiting } = uploading;
  return (
    <div className="grid gap-s2" role="status">
      <p className="text-t15">{words.addingImage({ position: number, count })}</p>
      <progress className="w-full" value={(number - 1 + share) / count} max={1} aria-label={words.adding} />
      {waiting && (
        <p className="flex flex-wrap items-center gap-s3 text-t15">
          {waiting.for === 'connection' ? words.offline : words.tryingAgain}
          <Button kind="text" onClick={waiting.retry}>
            {words.tryNow}
          </Button>
        </p>
      )}
    </div>
  );
}

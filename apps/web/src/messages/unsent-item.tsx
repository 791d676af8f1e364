import * as words from '@mbari/words/messages';
import { tryAgain } from '@mbari/words/ui';
import { CircleAlert, Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { LinkedText } from '~/platform/text/linked-text.tsx';
import { Button } from '~/platform/ui/button.tsx';
import { discardUnsent, trySendingAgain } from './send-unsent.ts';
import { findFile, type Unsent } from './unsent-messages.ts';

/** A message that waits to be sent, or that the server refused. */
export function UnsentItem({ conversationId, message }: { conversationId: string; message: Unsent }) {
  const { body, images, failure } = message;
  return (
    <article className="message" data-own data-starts data-ends data-unsent={failure === null || undefined}>
      <div className="message-content">
        {images.length > 0 && (
          <div className="message-photos" data-several={images.length > 1 || undefined}>
            {images.map((image) => (
              <UnsentPhoto key={image.key} image={image} />
            ))}
          </div>
        )}
        {body !== '' && (
          <div className="message-bubble">
            <p className="message-body" dir="auto">
              <LinkedText text={body} />
            </p>
          </div>
        )}
      </div>
      {failure === null ? (
        <p className="message-meta">
          <Clock size={16} strokeWidth={1.8} aria-hidden="true" /> {words.waiting}
        </p>
      ) : (
        <div className="message-failed">
          <p role="alert">
            <CircleAlert size={16} strokeWidth={1.8} aria-hidden="true" /> {words.notSent} {failure}
          </p>
          <Button kind="text" onClick={() => void trySendingAgain(conversationId, message)}>
            {tryAgain}
          </Button>
          <Button kind="text" onClick={() => discardUnsent(conversationId, message)}>
            {words.discardUnsent}
          </Button>
        </div>
      )}
    </article>
  );
}

function UnsentPhoto({ image: { key, alt, width, height } }: { image: Unsent['images'][number] }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
    let isGone = false;
    void findFile(key).then((file) => {
      if (file === undefined || isGone) return;
      made = URL.createObjectURL(file);
      setAddress(made);
    });
    return () => {
      isGone = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [key]);
  return (
    <div className="message-photo" style={{ '--ratio': Math.max(0.4, Math.min(2.5, width / height)) } as React.CSSProperties}>
      {address !== undefined && <img src={address} alt={alt} />}
    </div>
  );
}

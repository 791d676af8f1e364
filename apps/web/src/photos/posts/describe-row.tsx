import './describe.css';
import { proposeAlt, type Undescribed } from '@mbari/contract/photos/descriptions';
import type { Image, Photo } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/describe';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Scrim } from '~/photos/warnings/scrim.tsx';
import { LoadImageButton } from '~/platform/connection/load-image-button.tsx';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { relativeDate } from '~/platform/lib/dates.ts';
import { isImeKey } from '~/platform/lib/keyboard.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Avatar, VerifiedBadge } from '~/platform/ui/avatar.tsx';
import { Button } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { TextArea } from '~/platform/ui/field.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { SendShortcut } from '~/platform/ui/send-shortcut.tsx';
import { Picture } from './picture.tsx';

/** Describes the images of a post that have no description. */
export function DescribePhoto({ photo, onClose }: { photo: Photo; onClose: () => void }) {
  return (
    <Dialog title={words.title} onClose={onClose}>
      <p>{words.lead}</p>
      <ul className="describe-list">
        {photo.images
          .filter(({ alt }) => alt === '')
          .map(({ id }) => (
            <li key={id}>
              <DescribeRow waiting={{ id, photo }} />
            </li>
          ))}
      </ul>
    </Dialog>
  );
}

interface DescribeRowProps {
  waiting: Undescribed;
  /** Undefined at the post, which also names the author. */
  onSkip?: () => void;
}

/** A photo and a field for its description. After it is sent, one line. */
export function DescribeRow({ waiting: { id, photo }, onSkip }: DescribeRowProps) {
  const [isSent, setSent] = useState(false);
  const line = useRef<HTMLParagraphElement>(null);
  const goesOn = useRef(false);
  useEffect(() => {
    if (!isSent) return;
    const field = goesOn.current && line.current?.closest('li')?.nextElementSibling?.querySelector('textarea');
    (field || line.current)?.focus();
  }, [isSent]);
  if (isSent)
    return (
      <p ref={line} tabIndex={-1} role="status">
        <Phrase parts={words.sent({ name: photo.user.name, b: (name) => <b dir="auto">{name}</b> })} />
      </p>
    );
  const image = photo.images.find((one) => one.id === id);
  if (!image) return null;
  return (
    <div className="describe-row">
      <LargePhoto photo={photo} image={image} />
      <div className="min-w-0">
        {onSkip && (
          <p className="describe-maker">
            <Avatar src={photo.user.avatar_url} size={24} />
            <Link to="/user/$username" params={{ username: photo.user.username }} dir="auto">
              {photo.user.name}
            </Link>
            <VerifiedBadge member={photo.user} />
            <time dateTime={photo.created_at}>{relativeDate(photo.created_at)}</time>
          </p>
        )}
        <Field
          onSkip={onSkip}
          send={(text) => call(proposeAlt, { params: { id: photo.id }, body: { image_id: id, text } })}
          onSent={(byKey) => {
            goesOn.current = byKey;
            setSent(true);
          }}
        />
      </div>
    </div>
  );
}

/** Pressing the photo shows it large. */
function LargePhoto({ photo, image }: { photo: Photo; image: Image }) {
  const [sharp, setSharp] = useState<Image>();
  const shown = sharp ?? image;
  const zoom = useLazyDialog(async () => (await import('~/photos/viewer/zoom.tsx')).Zoom);
  return (
    <div className="describe-photo">
      <Picture key={shown.image_path} image={shown} title={photo.title} sizes="(max-width: 760px) 104px, 232px" letterboxed />
      <button type="button" aria-label={words.enlarge({ title: photo.title })} onClick={zoom.open} />
      {photo.warning?.is_blurred ? (
        <Scrim photo={photo} sharp={sharp} onShow={(images) => setSharp(images.find(({ id }) => id === image.id))} />
      ) : (
        <LoadImageButton image={image} sizes="232px" title={photo.title} />
      )}
      {zoom.Dialog && (
        <zoom.Dialog
          photo={{ title: photo.title, images: [shown] }}
          shown={0}
          preview={undefined}
          onShow={() => undefined}
          onClose={zoom.close}
        />
      )}
    </div>
  );
}

interface FieldProps {
  send: (text: string) => Promise<unknown>;
  /** `byKey`: the member goes on with the next photo. */
  onSent: (byKey: boolean) => void;
  onSkip: (() => void) | undefined;
}

/** A refused text stays in the field, with the reason. */
function Field({ send, onSent, onSkip }: FieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [isSending, setSending] = useState(false);
  const propose = async (byKey = false) => {
    if (isSending) return;
    if (text.trim() === '') return field.current?.focus();
    setSending(true);
    setError(undefined);
    try {
      await send(text);
      onSent(byKey);
    } catch (problem) {
      setError((problem instanceof CallRefused && (problem.errors['text']?.[0] ?? problem.serverMessage)) || words.notSent);
      setSending(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isImeKey(event)) return;
    event.preventDefault();
    void propose(true);
  };
  return (
    <>
      <TextArea
        ref={field}
        label={words.label}
        placeholder={words.placeholder}
        aside={<span className="describe-count">{words.count({ count: [...text].length, most: limits.alt })}</span>}
        rows={2}
        maxLength={limits.alt}
        value={text}
        error={error}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
        aria-keyshortcuts="Control+Enter"
      />
      <div className="describe-actions">
        <Button kind={text.trim() === '' ? 'quiet' : 'filled'} aria-busy={isSending} onClick={() => void propose()}>
          {words.propose}
        </Button>
        {onSkip && (
          <Button kind="text" onClick={onSkip}>
            {words.skip}
          </Button>
        )}
        {text.trim() !== '' && <SendShortcut />}
      </div>
    </>
  );
}

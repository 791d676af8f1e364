'use no memo';

import { type Conversation, sayTyping } from '@mbari/contract/messages/conversations';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/messages';
import { ImagePlus, SendHorizontal, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { currentLine, watchLine } from '~/platform/connection/connection-state.ts';
import { call } from '~/platform/lib/call.ts';
import { isImeKey } from '~/platform/lib/keyboard.ts';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import { IconButton } from '~/platform/ui/button.tsx';
import { nameOf, othersIn } from './conversation-words.ts';
import { useWriting, type WritingOptions } from './use-writing.ts';

const ComposerPhotos = optionalLazy(async () => (await import('./composer-photos.tsx')).ComposerPhotos);

const icon = { size: 20, strokeWidth: 1.6, 'aria-hidden': true } as const;
/** Length from which the count is shown. */
const countFrom = limits.messageBody * 0.8;

interface ComposerProps extends Omit<WritingOptions, 'conversationId'> {
  conversation: Conversation;
  /** Arrow up in the empty field. */
  onEditLast: () => void;
  /** Escape, without an answer or edit to cancel. */
  onLeave: () => void;
}

export function Composer({ conversation, onEditLast, onLeave, ...options }: ComposerProps) {
  const { field } = options;
  const { text, length, replyTo, edited, isSaving, photos, maySend, write, send, cancel } = useWriting({
    conversationId: conversation.id,
    ...options,
  });
  const picker = useRef<HTMLInputElement>(null);
  const countId = useId();
  const announceTyping = useAnnounceTyping(conversation.id);
  const { isLost } = useSyncExternalStore(watchLine, currentLine);
  const asked = conversation.is_group ? undefined : othersIn(conversation).find(({ is_asked: isAsked }) => isAsked);
  const takesPhotos = edited === null && asked === undefined;
  const addPhotos = (files: readonly File[]) => void (takesPhotos && photos.add(files));
  useFocus(field);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isImeKey(event) || event.altKey) return;
    const isShortcut = event.ctrlKey || event.metaKey;
    if (event.key === 'Enter' && !event.shiftKey && (isShortcut || !isTouch())) {
      event.preventDefault();
      send();
    } else if (event.key === 'ArrowUp' && text === '' && edited === null) {
      event.preventDefault();
      onEditLast();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (edited ?? replyTo) cancel();
      else onLeave();
    }
  };
  return (
    <form
      className="message-composer"
      aria-label={words.write}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onPaste={(event) => {
        const files = [...event.clipboardData.files];
        if (files.length === 0) return;
        event.preventDefault();
        addPhotos(files);
      }}
    >
      <DropTarget onFiles={takesPhotos ? addPhotos : undefined} />
      {isLost && <p className="composer-line">{words.offline}</p>}
      {edited && (
        <AboveField cancelLabel={words.cancelEdit} onCancel={cancel}>
          {words.editing}
        </AboveField>
      )}
      {replyTo && (
        <AboveField cancelLabel={words.cancelReply} onCancel={cancel}>
          {words.replyingTo({ name: nameOf(replyTo.author) })}
        </AboveField>
      )}
      {asked && <p className="composer-line">{words.textOnly({ name: nameOf(asked.user) })}</p>}
      {photos.chosen.length > 0 && edited === null && <ComposerPhotos photos={photos} />}
      <div className="composer-row">
        {takesPhotos && (
          <>
            <IconButton
              label={words.addPhotos}
              aria-busy={photos.isPreparing || undefined}
              disabled={photos.chosen.length >= limits.messageImages}
              onClick={() => picker.current?.click()}
            >
              <ImagePlus {...icon} />
            </IconButton>
            <input
              ref={picker}
              type="file"
              accept="image/*"
              multiple
              className="sr-only"
              tabIndex={-1}
              aria-label={words.addPhotos}
              onChange={({ currentTarget }) => {
                const files = [...(currentTarget.files ?? [])];
                // Allows picking the same file again after removing it.
                currentTarget.value = '';
                addPhotos(files);
              }}
            />
          </>
        )}
        <textarea
          ref={field}
          className="field-control"
          dir="auto"
          rows={1}
          aria-label={words.write}
          placeholder={words.write}
          aria-invalid={length > limits.messageBody || undefined}
          aria-describedby={length >= countFrom ? countId : undefined}
          value={text}
          onChange={({ target }) => {
            write(target.value);
            if (target.value.trim() !== '' && edited === null) announceTyping();
          }}
          onKeyDown={onKeyDown}
        />
        <IconButton
          label={edited ? words.save : words.send}
          type="submit"
          disabled={!maySend}
          aria-busy={isSaving || undefined}
          className="text-indigo"
        >
          <SendHorizontal {...icon} />
        </IconButton>
      </div>
      {length >= countFrom && (
        <p id={countId} className="composer-count" data-over={length > limits.messageBody || undefined}>
          <bdi>{words.tooLong({ count: length, most: limits.messageBody })}</bdi>
        </p>
      )}
    </form>
  );
}

interface AboveFieldProps {
  cancelLabel: string;
  onCancel: () => void;
  children: ReactNode;
}

const AboveField = ({ cancelLabel, onCancel, children }: AboveFieldProps) => (
  <div className="composer-above">
    <p className="truncate" dir="auto">
      {children}
    </p>
    <IconButton label={cancelLabel} onClick={onCancel}>
      <X size={18} strokeWidth={1.6} aria-hidden="true" />
    </IconButton>
  </div>
);

/** On touch devices, Enter starts a new line. */
const isTouch = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches;

/** Touch devices would open their keyboard. */
function useFocus(field: WritingOptions['field']): void {
  useEffect(() => {
    const element = field.current;
    if (element === null || isTouch()) return;
    element.focus({ preventScroll: true });
    element.setSelectionRange(element.value.length, element.value.length);
  }, [field]);
}

/** Accepts photos dropped anywhere on the page. Covers it while files are dragged. */
function DropTarget({ onFiles }: { onFiles: ((files: readonly File[]) => void) | undefined }) {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  useEffect(() => void (latest.current = onFiles));
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const holdsFiles = ({ dataTransfer, defaultPrevented }: DragEvent) =>
      !defaultPrevented && dataTransfer?.types.includes('Files') === true && document.querySelector('dialog[open]') === null;
    document.addEventListener(
      'dragover',
      (event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(latest.current !== undefined);
      },
      { signal },
    );
    document.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false), { signal });
    document.addEventListener(
      'drop',
      (event) => {
        setOver(false);
        if (!holdsFiles(event)) return;
        event.preventDefault();
        latest.current?.([...(event.dataTransfer?.files ?? [])]);
      },
      { signal },
    );
    return () => ended.abort();
  }, []);
  return isOver && <p className="composer-drop">{words.dropPhotos}</p>;
}

/** Returns a function to call on each change. It sends a typing indicator every few seconds at most. */
function useAnnounceTyping(id: string): () => void {
  const announcedAt = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    if (Date.now() - announcedAt.current < limits.typingInterval) return;
    announcedAt.current = Date.now();
    // A missed typing indicator does not matter.
    void call(sayTyping, { params: { id } }).catch(() => undefined);
  };
}

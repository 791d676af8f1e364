'use no memo';

import { editMessage, type Message } from '@mbari/contract/messages/messages';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/messages';
import { useRef, useState } from 'react';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { lengthOf } from '~/platform/lib/length-of.ts';
import { toast } from '~/platform/lib/toast.ts';
import { lineOf } from './conversation-words.ts';
import { findMessageDraft, storeMessageDraft } from './message-draft.ts';
import { queueMessage } from './outbox/send-unsent.ts';
import { useComposerPhotos } from './use-composer-photos.ts';

export type Writing = ReturnType<typeof useWriting>;

interface WritingOptions {
  conversationId: string;
  /** The server's version of an edited message. */
  onChanged: (message: Message) => void;
  /** A message was added to the queue. */
  onQueued: () => void;
}

/** The text field of a conversation: a new message, an answer to another one, or the text of an own message. */
export function useWriting({ conversationId, onChanged, onQueued }: WritingOptions) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useState(() => findMessageDraft(conversationId));
  const [replyTo, setReplyTo] = useState<Message | null>(null);
  const [edited, setEdited] = useState<{ message: Message; body: string } | null>(null);
  const [isSaving, setSaving] = useState(false);
  const photos = useComposerPhotos();
  const text = edited?.body ?? draft;
  const length = lengthOf(text);
  const isEmpty = text.trim() === '' && (edited !== null || photos.chosen.length === 0);

  const write = (next: string) => {
    if (edited !== null) return setEdited({ ...edited, body: next });
    setDraft(next);
    storeMessageDraft(conversationId, next);
  };
  const focus = () => field.current?.focus();
  const cancel = () => {
    setEdited(null);
    setReplyTo(null);
    focus();
  };
  const save = async ({ message, body }: { message: Message; body: string }) => {
    setSaving(true);
    try {
      if (body.trim() !== message.body)
        onChanged((await call(editMessage, { params: { id: message.id }, body: { body: body.trim() } })).data);
      setEdited(null);
    } catch (error) {
      toast.error(errorMessage(error, words.editFailed));
    } finally {
      setSaving(false);
      focus();
    }
  };
  const queue = async () => {
    const { chosen, warning, clear } = photos;
    write('');
    setReplyTo(null);
    clear();
    onQueued();
    try {
      await queueMessage(conversationId, {
        body: draft.trim(),
        replyTo: replyTo && answered(replyTo),
        warning: warning === '' || chosen.length === 0 ? null : warning,
        photos: chosen.map(({ file, alt, width, height }) => ({ file, alt: alt.trim(), width, height })),
      });
    } catch {
      // The browser's storage is full.
      write(draft);
      toast.error(words.sendFailed);
    }
  };
  const maySend = !isEmpty && length <= limits.messageBody && !isSaving && !photos.isPreparing;
  return {
    ...{ field, text, length, replyTo, editing: edited?.message ?? null, isSaving, photos, maySend, write, focus, cancel },
    send: () => {
      if (maySend) void (edited === null ? queue() : save(edited));
    },
    reply: (message: Message) => {
      setEdited(null);
      setReplyTo(message);
      focus();
    },
    edit: (message: Message) => {
      setReplyTo(null);
      setEdited({ message, body: message.body });
      focus();
    },
  };
}

const answered = (message: Message): Message['reply_to'] => ({
  id: message.id,
  number: message.number,
  author: message.author,
  excerpt: lineOf(message).slice(0, limits.messageExcerpt),
  has_images: message.images.length > 0,
});

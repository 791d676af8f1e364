'use no memo';

import { editMessage, type Message } from '@mbari/contract/messages/messages';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/messages';
import { type RefObject, useState } from 'react';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { lengthOf } from '~/platform/lib/length-of.ts';
import { currentSession } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { lineOf } from './conversation-words.ts';
import { queueMessage } from './send-unsent.ts';
import { useComposerPhotos } from './use-composer-photos.ts';

/** The message that is answered or edited. Null for a new message. */
export type WritingMode = { is: 'reply' | 'edit'; message: Message } | null;

export interface WritingOptions {
  conversationId: string;
  mode: WritingMode;
  field: RefObject<HTMLTextAreaElement | null>;
  onMode: (mode: WritingMode) => void;
  /** The server's version of an edited message. */
  onChanged: (message: Message) => void;
  /** A message was added to the queue. */
  onQueued: () => void;
}

/** The text of a new message, which is kept as a draft, or of an own message that is edited. */
export function useWriting({ conversationId, mode, field, onMode, onChanged, onQueued }: WritingOptions) {
  const [draft, setDraft] = useState(() => findMessageDraft(conversationId));
  const [edit, setEdit] = useState<{ of: WritingMode; body: string } | null>(null);
  const [isSaving, setSaving] = useState(false);
  const photos = useComposerPhotos();
  const edited = mode?.is === 'edit' ? mode.message : null;
  const replyTo = mode?.is === 'reply' ? mode.message : null;
  const text = edited === null ? draft : edit?.of === mode ? edit.body : edited.body;
  const length = lengthOf(text);
  const isEmpty = text.trim() === '' && (edited !== null || photos.chosen.length === 0);

  const writeDraft = (next: string) => {
    setDraft(next);
    storeMessageDraft(conversationId, next);
  };
  const cancel = () => {
    onMode(null);
    field.current?.focus();
  };
  const save = async (message: Message) => {
    setSaving(true);
    try {
      const body = text.trim();
      if (body !== message.body) onChanged((await call(editMessage, { params: { id: message.id }, body: { body } })).data);
      onMode(null);
    } catch (error) {
      toast.error(errorMessage(error, words.editFailed));
    } finally {
      setSaving(false);
      field.current?.focus();
    }
  };
  const queue = async () => {
    const { chosen, warning, clear } = photos;
    writeDraft('');
    onMode(null);
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
      writeDraft(draft);
      toast.error(words.sendFailed);
    }
  };
  const maySend = !isEmpty && length <= limits.messageBody && !isSaving && !photos.isPreparing;
  return {
    ...{ text, length, replyTo, edited, isSaving, photos, maySend, cancel },
    write: (next: string) => (edited === null ? writeDraft(next) : setEdit({ of: mode, body: next })),
    send: () => {
      if (maySend) void (edited === null ? queue() : save(edited));
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

/* The browser stores one draft for each conversation. Signing out clears them. */

const nameOf = (conversationId: string): string => `mbari_message_draft ${currentSession().user?.id ?? ''} ${conversationId}`;

const findMessageDraft = (conversationId: string): string => localStorage.getItem(nameOf(conversationId)) ?? '';

function storeMessageDraft(conversationId: string, text: string): void {
  try {
    if (text.trim() === '') localStorage.removeItem(nameOf(conversationId));
    else localStorage.setItem(nameOf(conversationId), text);
  } catch {
    // If storage is full, the draft lasts as long as the page.
  }
}

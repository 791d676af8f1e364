import { markPhoto, unmarkPhoto } from '@mbari/contract/moderation/cases';
import type { Photo } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/resolving';
import { sending } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { contentModerated } from '~/platform/lib/cache-events/moderation.ts';
import { call } from '~/platform/lib/call.ts';
import { type FieldErrors, useForm } from '~/platform/lib/use-form.ts';
import { TextArea } from '~/platform/ui/field.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';
import { WarningField } from './warning-field.tsx';

interface MarkPhotoProps {
  photo: Photo;
  onClose: () => void;
}

/** An organiser sets or removes the content warning of another member's photo. */
export function MarkPhoto({ photo: { id, warning }, onClose }: MarkPhotoProps) {
  const client = useQueryClient();
  const isMarked = warning !== null;
  const [reason, setReason] = useState('nudity');
  const { busy, errors, onSubmit } = useForm({
    check: ({ reason: note = '' }): FieldErrors => (note.trim() === '' ? { reason: [words.reasonNeeded] } : {}),
    send: async ({ reason: note = '' }) => {
      const explained = { params: { id }, body: { reason: note.trim() } };
      await (isMarked ? call(unmarkPhoto, explained) : call(markPhoto, { ...explained, body: { ...explained.body, warning: reason } }));
      onClose();
      await contentModerated(client);
    },
    done: isMarked ? words.unmarked : words.marked,
    failed: words.failed,
    onOutdated: onClose,
  });
  return (
    <FormDialog
      title={isMarked ? words.unmarkTitle : words.markTitle}
      hint={isMarked ? words.unmarkHint : words.markHint}
      action={isMarked ? words.unmarkButton : words.markButton}
      busy={busy && sending}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {!isMarked && <WarningField value={reason} disabled={busy} error={errors['warning']} isRequired onChange={setReason} />}
      <TextArea
        name="reason"
        label={words.reason}
        hint={words.reasonHint}
        rows={3}
        maxLength={limits.moderationReason}
        error={errors['reason']}
      />
    </FormDialog>
  );
}

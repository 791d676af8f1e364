import type { Photo } from '@mbari/contract/shapes/photos';
import { useId, useState } from 'react';
import { PostFields } from '~/features/composer/post-fields.tsx';
import { Button } from '~/ui/button.tsx';
import { ConfirmDialog, Dialog } from '~/ui/dialog.tsx';
import { FieldError } from '~/ui/field.tsx';
import { EditedImages } from './edited-images.tsx';
import { useEditPhoto } from './use-edit-photo.ts';
import './edit-photo.css';

/** The dialog in which members edit their own posts. Changes stay until they are saved or discarded on purpose. */
export function EditPhoto({ photo, onClose }: { photo: Photo; onClose: () => void }) {
  const { values, change, unsaved, errors, busy, onSubmit, sent, cancel, preparing, add } = useEditPhoto(photo, onClose);
  const [leaving, setLeaving] = useState(false);
  const formId = useId();
  const { images, ...text } = values;
  const { title: titleErrors, ...otherErrors } = errors;
  return (
    <>
      <Dialog
        title="Edit photo"
        size="large"
        onClose={() => (busy || unsaved ? setLeaving(true) : onClose())}
        footer={<Footer {...{ formId, busy, preparing }} onCancel={cancel} />}
      >
        <form
          id={formId}
          className="edit-photo"
          onSubmit={(event) => (preparing ? event.preventDefault() : onSubmit(event))}
          noValidate
          aria-busy={busy}
        >
          <EditedImages
            images={images}
            disabled={busy || preparing}
            onChange={(changed) => change({ images: changed })}
            onFiles={(files, replaced) => void add(files, replaced)}
          />
          <div aria-live="polite">
            {Object.values(otherErrors)
              .flat()
              .map((error) => (
                <FieldError key={error}>{error}</FieldError>
              ))}
          </div>
          <PostFields text={text} disabled={busy} titleErrors={titleErrors} onChange={change} />
          <div role="status">{sent !== null && <Progress sent={sent} />}</div>
        </form>
      </Dialog>
      {leaving && (
        <DiscardDialog
          onStay={() => setLeaving(false)}
          onDiscard={() => {
            cancel();
            onClose();
          }}
        />
      )}
    </>
  );
}

interface FooterProps {
  formId: string;
  busy: boolean;
  preparing: boolean;
  onCancel: () => void;
}

/** The button that saves, and in its place the one that cancels while it is sent. */
function Footer({ formId, busy, preparing, onCancel }: FooterProps) {
  if (!busy)
    return (
      <Button type="submit" form={formId} busy={preparing && 'Preparing...'}>
        Save changes
      </Button>
    );
  return (
    <Button
      kind="quiet"
      onClick={(event) => {
        // While this very click is handled, the element becomes the button that submits.
        event.preventDefault();
        onCancel();
      }}
    >
      Cancel
    </Button>
  );
}

function DiscardDialog({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  return (
    <ConfirmDialog
      title="Throw this away?"
      question="What you changed here has not been saved yet."
      action="Throw away"
      onClose={onStay}
      onConfirm={onDiscard}
    />
  );
}

function Progress({ sent }: { sent: number }) {
  return (
    <>
      <span className="sr-only">Saving the changes</span>
      <progress className="edit-photo-sent" value={sent} max={1} aria-label="Saving the changes" />
    </>
  );
}

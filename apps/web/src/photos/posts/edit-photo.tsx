import type { Photo } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/photos';
import * as uiWords from '@mbari/words/ui';
import { useId } from 'react';
import { otherErrors } from '~/photos/composer/post-errors.ts';
import { PostFields } from '~/photos/composer/post-fields.tsx';
import { comparesImages } from '~/photos/composer/post-model.ts';
import { ComparisonOption } from '~/photos/image-picker/comparison-option.tsx';
import { useUnsaved } from '~/platform/lib/use-leave-guard.ts';
import { Button } from '~/platform/ui/button.tsx';
import { ConflictChoice } from '~/platform/ui/conflict-choice.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { DiscardDialog } from '~/platform/ui/discard-dialog.tsx';
import { FieldError } from '~/platform/ui/field.tsx';
import { EditedImages } from './edited-images.tsx';
import { useEditPhoto } from './use-edit-photo.ts';
import './edit-photo.css';

export function EditPhoto({ photo, onClose }: { photo: Photo; onClose: () => void }) {
  const { values, change, unsaved, errors, busy, onSubmit, submit, shared, sent, cancel, preparing, add, allowed } = useEditPhoto(
    photo,
    onClose,
  );
  const guard = useUnsaved(busy || unsaved, () => {
    cancel();
    onClose();
  });
  const formId = useId();
  const { images, ...text } = values;
  return (
    <>
      <Dialog
        title={words.editPhoto}
        size="large"
        onClose={guard.ask}
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
            isFull={comparesImages(text, images)}
            onChange={(changed) => change({ images: changed, ...(changed.length < limits.imagesCompared && { isComparison: false }) })}
            onFiles={(files, replaced) => void add(files, replaced)}
          />
          <ComparisonOption
            count={images.length}
            isComparison={text.isComparison}
            {...{ allowed }}
            disabled={busy || preparing}
            onAdd={(file) => void add([file], null, true)}
            onChange={(isComparison) => change({ isComparison })}
          />
          <div aria-live="polite">
            {Object.values(otherErrors(errors))
              .flat()
              .map((error) => (
                <FieldError key={error}>{error}</FieldError>
              ))}
          </div>
          <PostFields
            text={text}
            disabled={busy}
            errors={errors}
            cameras={images.map(({ camera }) => camera)}
            kept={photo.images.some(({ camera }) => camera) ? 'kept' : 'not kept'}
            isMarked={photo.warning?.by === 'organisers'}
            onChange={change}
          />
          <ConflictChoice {...{ shared, values, change, submit }} />
          <div role="status">{sent !== null && <Progress sent={sent} />}</div>
          {/* Enter in a field submits the form. */}
          <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        </form>
      </Dialog>
      <DiscardDialog {...guard} />
    </>
  );
}

interface FooterProps {
  formId: string;
  busy: boolean;
  preparing: boolean;
  onCancel: () => void;
}

/** The save button, replaced by a cancel button during the upload. */
function Footer({ formId, busy, preparing, onCancel }: FooterProps) {
  if (!busy)
    return (
      <Button type="submit" form={formId} busy={preparing && words.preparing}>
        {uiWords.saveChanges}
      </Button>
    );
  return (
    <Button
      kind="quiet"
      onClick={(event) => {
        // This click turns the element into the submit button, so prevent submitting.
        event.preventDefault();
        onCancel();
      }}
    >
      {uiWords.cancel}
    </Button>
  );
}

function Progress({ sent }: { sent: number }) {
  return (
    <>
      <span className="sr-only">{words.savingChanges}</span>
      <progress className="edit-photo-sent" value={sent} max={1} aria-label={words.savingChanges} />
    </>
  );
}

import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/image-picker';
import { Camera, ImagePlus, Lock } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { KolaNut } from '~/platform/site/drawings.tsx';
import { Button } from '~/platform/ui/button.tsx';

interface FilePickerProps {
  /** No image is chosen yet, so the picker fills the dialog. Otherwise it is a tile. */
  first: boolean;
  /** The plan's image limit is reached: the button explains it instead of opening the picker. */
  locked: boolean;
  onLocked?: () => void;
  onFiles: (files: readonly File[]) => void;
}

/** Picks images from files, the camera or a drop. Pasting works anywhere in the composer. */
export function FilePicker({ first, locked, onLocked, onFiles }: FilePickerProps) {
  const pick = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  const input = {
    type: 'file',
    accept: 'image/*',
    className: 'sr-only',
    tabIndex: -1,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      const files = [...(currentTarget.files ?? [])];
      // Allows picking the same file again after removing it.
      currentTarget.value = '';
      if (files.length > 0) onFiles(files);
    },
  } as const;
  return (
    <div
      className="file-picker"
      data-over={over || undefined}
      data-first={first || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {first && <p className="file-picker-words">{words.dropPhoto}</p>}
      {locked ? (
        <LockedButton onPress={onLocked} />
      ) : (
        <div className="file-picker-buttons">
          <Button kind="quiet" data-field="images" onClick={() => pick.current?.click()}>
            <ImagePlus size={20} strokeWidth={1.6} aria-hidden="true" /> {first ? words.choosePhoto : words.add}
          </Button>
          <Button kind="quiet" className="file-picker-camera" onClick={() => camera.current?.click()}>
            <Camera size={20} strokeWidth={1.6} aria-hidden="true" /> {words.takePhoto}
          </Button>
        </div>
      )}
      <input ref={pick} {...input} multiple aria-label={words.photos} />
      <input ref={camera} {...input} capture="environment" aria-label={words.cameraPhoto} />
    </div>
  );
}

/** Adds files pasted or dropped anywhere in the open composer. */
export function useIncomingFiles(onFiles: (files: readonly File[]) => void, disabled = false): void {
  const latest = useRef(onFiles);
  useEffect(() => void (latest.current = onFiles));
  useEffect(() => {
    const unmounted = new AbortController();
    const take = (event: Event, transfer: DataTransfer | null) => {
      const files = [...(transfer?.files ?? [])];
      if (event.defaultPrevented || files.length === 0) return;
      event.preventDefault();
      if (!disabled) latest.current(files);
    };
    const { signal } = unmounted;
    document.addEventListener('paste', (event) => take(event, event.clipboardData), { signal });
    document.addEventListener('drop', (event) => take(event, event.dataTransfer), { signal });
    // Prevents the browser from opening a dropped file.
    document.addEventListener('dragover', (event) => event.dataTransfer?.types.includes('Files') && event.preventDefault(), { signal });
    return () => unmounted.abort();
  }, [disabled]);
}

/** Shows the plan's image limit before the member picks files. */
function LockedButton({ onPress }: { onPress: (() => void) | undefined }) {
  return (
    <button type="button" className="file-picker-locked" onClick={onPress}>
      <Lock size={18} strokeWidth={1.6} aria-hidden="true" />
      <span>
        <strong>{words.addMore}</strong> <span>{words.withPremium({ count: limits.imagesPaid })}</span>
      </span>
      <KolaNut size={20} full={4} />
    </button>
  );
}

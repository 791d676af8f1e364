import { number } from '@mbari/words/format';
import * as editorWords from '@mbari/words/image-editor';
import * as words from '@mbari/words/image-picker';
import { Check, CircleAlert, Crop, Pencil, RotateCw, Ruler, Trash2 } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { formatBytes } from '~/platform/lib/format-bytes.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { type ImageEdit, noEdit } from '~/platform/media/image-edit.ts';
import { decoderBytes } from '~/platform/media/prepare-image.ts';
import { Button, IconButton } from '~/platform/ui/button.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { AltField } from './alt-field.tsx';
import { type ChosenImage, isEdited, isUnreadHeic, lacksAlt } from './chosen-image.ts';
import './image-picker.css';
import { turned } from './crop-geometry.ts';
import type { ImageEditorProps } from './image-editor.tsx';
import { moveItem, OrderButtons } from './order-buttons.tsx';
import { useDragOrder } from './use-drag-order.ts';

interface ChosenImagesProps {
  images: readonly ChosenImage[];
  disabled: boolean;
  /** Adds images. Stands last among the thumbnails, or alone. */
  picker: ReactNode;
  fullSize?: boolean;
  onFullSize?: (fullSize: boolean) => void;
  onChange: (images: readonly ChosenImage[]) => void;
  onEdit: (id: string, edit: ImageEdit) => void;
  onFetchDecoder: () => void;
}

/** One image large, all images as thumbnails, and one alt field for the large one. The first image is the cover. */
export function ChosenImages({ images, disabled, picker, fullSize, onFullSize, onChange, onEdit, onFetchDecoder }: ChosenImagesProps) {
  const [announcement, setAnnouncement] = useState('');
  const [largeId, setLargeId] = useState<string>();
  const [tool, setTool] = useState<ImageEditorProps['tool']>('crop');
  const { Dialog: Editor, ...editor } = useLazyDialog<ImageEditorProps>(async () => (await import('./image-editor.tsx')).ImageEditor);
  const table = useRef<HTMLDivElement>(null);
  const index = Math.max(
    0,
    images.findIndex(({ id }) => id === largeId),
  );
  const move = (from: number, to: number) => {
    onChange(moveItem(images, from, to));
    setLargeId(images[from]?.id);
    setAnnouncement((to === 0 ? words.movedToCover : words.moved)({ from: from + 1, to: to + 1, count: images.length }));
  };
  const { list, dragged, handle } = useDragOrder({ ids: images.map(({ id }) => id), disabled, onMove: move });
  const large = images[index];
  if (large === undefined)
    return (
      <>
        <Announcement text={announcement} />
        {picker}
      </>
    );
  return (
    <div ref={table} className="light-table">
      <Announcement text={announcement} />
      {Editor && !disabled && mayEdit(large) ? (
        <Editor
          key={large.id}
          {...{ image: large, tool }}
          onEdit={(edit) => onEdit(large.id, edit)}
          onClose={() => {
            editor.close();
            requestAnimationFrame(() => table.current?.querySelector<HTMLElement>(`[data-tool=${tool}]`)?.focus());
          }}
        />
      ) : (
        <>
          <Tools
            image={large}
            {...{ index, disabled }}
            count={images.length}
            onOpen={(wanted) => {
              setTool(wanted);
              editor.open();
            }}
            onEdit={(edit) => onEdit(large.id, edit)}
            onMove={(to) => move(index, to)}
            onRemove={() => {
              URL.revokeObjectURL(large.address);
              onChange(images.filter(({ id }) => id !== large.id));
              setLargeId((images[index + 1] ?? images[index - 1])?.id);
              setAnnouncement(words.removed);
            }}
          />
          <div className="light-table-stage">
            <Preview image={large} />
          </div>
        </>
      )}
      <div className="light-table-strip">
        <ol ref={list} className="chosen-images">
          {images.map((image, position) => (
            <li key={image.id} data-item={image.id} className="chosen-image" data-dragged={dragged === image.id || undefined}>
              <button
                type="button"
                className="chosen-frame"
                aria-current={position === index || undefined}
                data-movable={(images.length > 1 && !disabled) || undefined}
                data-lacks-alt={lacksAlt(image) || undefined}
                onClick={() => {
                  // Also follows a drag, which has announced the new position.
                  if (position === index) return;
                  setLargeId(image.id);
                  setAnnouncement(words.altTextFor({ position: position + 1 }));
                }}
                {...handle(image.id)}
              >
                <Preview image={image} />
                <Marks image={image} position={position + 1} />
              </button>
            </li>
          ))}
          {picker && <li>{picker}</li>}
        </ol>
        <ChosenBytes {...{ images, fullSize, disabled, onFullSize, onFetchDecoder }} />
      </div>
      <AltField
        label={words.altTextFor({ position: index + 1 })}
        alt={large.alt}
        readOnly={disabled}
        onChange={(alt) => onChange(images.map((image) => (image.id === large.id ? { ...image, alt } : image)))}
      />
    </div>
  );
}

/** Renders an empty box if the browser cannot show the image. */
export function Preview({ image }: { image: ChosenImage }) {
  const [failed, setFailed] = useState<string>();
  if (isUnreadHeic(image) || failed === image.address) return <span className="chosen-unseen" />;
  return <img src={image.address} alt="" draggable={false} onError={() => setFailed(image.address)} />;
}

const Announcement = ({ text }: { text: string }) => (
  <p className="sr-only" role="status">
    {text}
  </p>
);

interface ToolsProps {
  image: ChosenImage;
  index: number;
  count: number;
  disabled: boolean;
  onOpen: (tool: ImageEditorProps['tool']) => void;
  onEdit: (edit: ImageEdit) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** Edits, moves and removes the large image. */
function Tools({ image, index, count, disabled, onOpen, onEdit, onMove, onRemove }: ToolsProps) {
  const row = useRef<HTMLDivElement>(null);
  const focusAfterMove = useFocusAfterMove(row);
  return (
    <div ref={row} className="light-table-tools">
      {mayEdit(image) && !disabled && (
        <>
          <Button kind="text" data-tool="crop" onClick={() => onOpen('crop')}>
            <Crop {...toolIcon} /> {editorWords.crop}
          </Button>
          <Button kind="text" data-tool="straighten" onClick={() => onOpen('straighten')}>
            <Ruler {...toolIcon} /> {editorWords.straighten}
          </Button>
          <Button kind="text" onClick={() => onEdit(turned(image.edit ?? noEdit))}>
            <RotateCw {...toolIcon} /> {editorWords.rotate}
          </Button>
        </>
      )}
      <div className="light-table-order">
        <OrderButtons
          {...{ index, count, disabled }}
          namesCover
          onMove={(to) => {
            focusAfterMove(to < index ? 'earlier' : 'later');
            onMove(to);
          }}
        />
        <IconButton label={words.removeImage({ position: index + 1 })} disabled={disabled} onClick={onRemove}>
          <Trash2 {...toolIcon} />
        </IconButton>
      </div>
    </div>
  );
}

const toolIcon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** An edit would stop the animation of a GIF. */
const mayEdit = (image: ChosenImage): boolean => (image.state === 'ready' || isEdited(image)) && image.file.type !== 'image/gif';

const icon = { size: 14, strokeWidth: 2, 'aria-hidden': true } as const;

/** Position, and whether the image has an alt text. */
function Marks({ image, position }: { image: ChosenImage; position: number }) {
  return (
    <>
      <span className="chosen-number" aria-hidden="true">
        {number(position)}
      </span>
      <span className="sr-only">{(lacksAlt(image) ? words.imageWithoutAlt : words.imageWithAlt)({ position })}</span>
      <span className="chosen-mark">
        {image.state === 'preparing' ? (
          <Spinner size={14} />
        ) : image.state === 'needs decoder' ? (
          <CircleAlert {...icon} className="text-laterite" />
        ) : lacksAlt(image) ? (
          <Pencil {...icon} className="text-laterite" />
        ) : (
          <Check {...icon} className="text-leaf" />
        )}
      </span>
    </>
  );
}

/** Keeps the focus on the button that moved an image. At the end of the list, where it is disabled, focuses its counterpart. */
function useFocusAfterMove(row: RefObject<HTMLElement | null>): (direction: 'earlier' | 'later') => void {
  const wanted = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const buttons = [...(row.current?.querySelectorAll<HTMLButtonElement>('[data-move]:not(:disabled)') ?? [])];
    (buttons.find((button) => button.dataset['move'] === wanted.current) ?? buttons[0])?.focus();
    wanted.current = null;
  });
  return (direction) => void (wanted.current = direction);
}

interface ChosenBytesProps {
  images: readonly ChosenImage[];
  fullSize?: boolean | undefined;
  disabled: boolean;
  onFullSize?: ((fullSize: boolean) => void) | undefined;
  onFetchDecoder: () => void;
}

/** Bytes to send, with a choice to send the full size. */
function ChosenBytes({ images, fullSize = false, disabled, onFullSize, onFetchDecoder }: ChosenBytesProps) {
  const canChoose = images.some(({ picked, file }) => picked !== undefined && (fullSize || picked !== file));
  return (
    <div className="chosen-bytes">
      <Bytes images={images} onFetchDecoder={onFetchDecoder} />
      {onFullSize && canChoose && (
        <label>
          <input type="checkbox" checked={fullSize} disabled={disabled} onChange={({ target }) => onFullSize(target.checked)} />
          {words.keepFullSize}
        </label>
      )}
    </div>
  );
}

function Bytes({ images, onFetchDecoder }: Pick<ChosenBytesProps, 'images' | 'onFetchDecoder'>) {
  if (images.some(({ state }) => state === 'needs decoder'))
    return (
      <p role="status">
        <CircleAlert size={14} strokeWidth={1.6} aria-hidden="true" /> {words.needsDecoder({ size: formatBytes(decoderBytes) })}{' '}
        <Button kind="text" onClick={onFetchDecoder}>
          {words.fetchDecoder}
        </Button>
      </p>
    );
  const preparing = images.find(({ state }) => state === 'preparing');
  if (preparing)
    return (
      <p>
        <Spinner size={14} /> {isUnreadHeic(preparing) ? words.readingHeic : words.preparing}
      </p>
    );
  const picked = images.reduce((sum, { file, pickedBytes }) => sum + Math.max(file.size, pickedBytes ?? 0), 0);
  const now = images.reduce((sum, { file }) => sum + file.size, 0);
  if (picked === now) return <p>{words.toSend({ size: formatBytes(now) })}</p>;
  return <p data-saved>{words.saved({ before: formatBytes(picked), after: formatBytes(now), saved: formatBytes(picked - now) })}</p>;
}

import { number } from '@mbari/words/format';
import * as words from '@mbari/words/image-editor';
import { RotateCw } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { isImeKey } from '~/platform/lib/keyboard.ts';
import { editedSize, frameOf, type ImageEdit, isSameEdit, maxAngle, noEdit } from '~/platform/media/image-edit.ts';
import { BrushStroke } from '~/platform/site/drawings.tsx';
import { IconButton } from '~/platform/ui/button.tsx';
import type { ChosenImage } from './chosen-image.ts';
import { CropFrame } from './crop-frame.tsx';
import { fitted, turned } from './crop-geometry.ts';
import './image-editor.css';

export interface ImageEditorProps {
  image: ChosenImage;
  tool: 'crop' | 'straighten';
  /** Called when the editor closes by anything but Escape. */
  onEdit: (edit: ImageEdit) => void;
  onClose: () => void;
}

interface Size {
  width: number;
  height: number;
}

const ratios = [
  { name: words.free, ratio: null },
  { name: '1:1', ratio: 1 },
  { name: '4:5', ratio: 4 / 5 },
  { name: '3:2', ratio: 3 / 2 },
  { name: '16:9', ratio: 16 / 9 },
] as const;

/** Crops, straightens and turns an image. Only the edit is stored; the file is drawn when the editor closes. */
export function ImageEditor({ image, tool, onEdit, onClose }: ImageEditorProps) {
  const start = image.edit ?? noEdit;
  const [edit, setEdit] = useState(start);
  const [size, setSize] = useState<Size | null>(null);
  const [ratio, setRatio] = useState<number | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const cancelled = useRef(false);
  const result = useRef({ edit, onEdit });
  useEffect(() => void (result.current = { edit, onEdit }));
  // A layout effect, so that Share sees the edit before it waits for the images.
  useLayoutEffect(() => {
    const first = result.current.edit;
    return () => {
      const { edit: last, onEdit: save } = result.current;
      if (!cancelled.current && !isSameEdit(first, last)) save(last);
    };
  }, []);
  useEffect(() => {
    if (size) root.current?.querySelector<HTMLElement>(tool === 'crop' ? '.crop-frame' : 'input')?.focus();
  }, [size, tool]);
  const frame = size && frameOf(size, edit);
  /** Ratio of the crop's shares. */
  const shapeOf = (wanted: number, { width, height }: Size) => (wanted * height) / width;
  const choose = (wanted: number | null, from = edit) => {
    setRatio(wanted);
    const shape = size && wanted !== null && shapeOf(wanted, frameOf(size, from));
    setEdit(shape ? { ...from, crop: fitted(from.crop, shape) } : from);
  };
  useEndKeys(root, (keeps) => {
    cancelled.current = !keeps;
    onClose();
  });
  return (
    <div ref={root} className="image-editor">
      <div className="light-table-tools">
        <div role="group" aria-label={words.ratio} className="editor-ratios">
          {ratios.map(({ name, ratio: wanted }) => (
            <button key={name} type="button" className="word" aria-pressed={wanted === ratio} onClick={() => choose(wanted)}>
              <span dir="ltr">{name}</span>
              {wanted === ratio && <BrushStroke />}
            </button>
          ))}
        </div>
        <Straighten angle={edit.angle} onAngle={(angle) => setEdit({ ...edit, angle })} />
        <IconButton label={words.rotate} onClick={() => choose(ratio, turned(edit))}>
          <RotateCw size={20} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
        <span className="editor-ends">
          <button type="button" className="word" onClick={() => choose(null, noEdit)}>
            {words.reset}
          </button>
          <button type="button" className="word editor-done" onClick={onClose}>
            {words.done}
          </button>
        </span>
      </div>
      {/* Photos are not mirrored in right-to-left languages. */}
      <div className="light-table-stage editor-stage" dir="ltr">
        <Source file={image.uncropped ?? image.file} {...{ size, frame, edit }} onSize={setSize}>
          {frame && (
            <CropFrame
              edit={edit}
              shape={ratio === null ? null : shapeOf(ratio, frame)}
              onEdit={(change) => setEdit((before) => ({ ...before, ...change }))}
            />
          )}
        </Source>
      </div>
      <output className="sr-only">{size && words.pixels(editedSize(size, edit))}</output>
    </div>
  );
}

/** Enter keeps the edit, Escape undoes it. Neither reaches the dialog. */
function useEndKeys(root: RefObject<HTMLElement | null>, onEnd: (keeps: boolean) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const ends = event.key === 'Escape' || (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement));
    if (!ends || event.ctrlKey || event.metaKey || isImeKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
    onEnd(event.key === 'Enter');
  });
  useEffect(() => {
    const element = root.current;
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  }, [root]);
}

function Straighten({ angle, onAngle }: { angle: number; onAngle: (angle: number) => void }) {
  const figure = number(angle, {
    style: 'unit',
    unit: 'degree',
    unitDisplay: 'narrow',
    signDisplay: 'exceptZero',
    minimumFractionDigits: 1,
  });
  return (
    <label className="editor-straighten">
      {words.straighten}
      <input
        type="range"
        min={-maxAngle}
        max={maxAngle}
        step={0.1}
        value={angle}
        aria-valuetext={figure}
        onChange={({ target }) => onAngle(target.valueAsNumber)}
      />
      <span className="tabular-nums">{figure}</span>
    </label>
  );
}

interface SourceProps {
  file: File;
  size: Size | null;
  frame: Size | null;
  edit: ImageEdit;
  onSize: (size: Size) => void;
  children: ReactNode;
}

/** The turned and straightened image in its frame. */
function Source({ file, size, frame, edit: { turns, angle }, onSize, children }: SourceProps) {
  const img = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(file);
    if (img.current) img.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [file]);
  const ratio = frame ? frame.width / frame.height : 1;
  return (
    <div className="editor-frame" style={{ aspectRatio: ratio, inlineSize: `min(100cqw, 100cqh * ${ratio})` }}>
      <img
        ref={img}
        alt=""
        draggable={false}
        style={{
          inlineSize: size && frame ? `${(size.width / frame.width) * 100}%` : undefined,
          blockSize: size && frame ? `${(size.height / frame.height) * 100}%` : undefined,
          transform: `translate(-50%, -50%) rotate(${turns * 90 + angle}deg)`,
        }}
        onLoad={({ currentTarget }) => onSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })}
      />
      {children}
    </div>
  );
}

import type { ImageReceipt } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/composer';
import { list } from '@mbari/words/format';
import { useLocation } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { formatBytes } from '~/platform/lib/format-bytes.ts';
import { isImeKey } from '~/platform/lib/keyboard.ts';
import type { PrivateMetadata } from '~/platform/media/image-metadata.ts';
import { IconButton } from '~/platform/ui/button.tsx';

export interface Receipt {
  /** How the server processed each image; null if the post already existed. */
  served: readonly ImageReceipt[] | null;
  sent: readonly { pickedBytes: number; bytes: number; removed: readonly PrivateMetadata[] }[];
}

interface ReceiptPanelProps {
  receipt: Receipt;
  onClose: () => void;
}

export function ReceiptPanel({ receipt, onClose }: ReceiptPanelProps) {
  const { pathname } = useLocation();
  const [at] = useState(pathname);
  const [open, setOpen] = useState(false);
  const id = useId();
  useEffect(() => {
    if (pathname !== at) onClose();
  }, [pathname, at, onClose]);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const escape = (event: KeyboardEvent) => event.key === 'Escape' && !isImeKey(event) && onClose();
    const element = panel.current;
    element?.addEventListener('keydown', escape);
    return () => element?.removeEventListener('keydown', escape);
  }, [onClose]);
  const { served, sent } = receipt;
  const picked = sent.reduce((sum, { pickedBytes }) => sum + pickedBytes, 0);
  const travelled = sent.reduce((sum, { bytes }) => sum + bytes, 0);
  const removed = sent.flatMap((image, index) => [...image.removed, ...(served?.[index]?.removed ?? [])]);
  return (
    <aside ref={panel} className="receipt" aria-label={words.receipt}>
      <div className="receipt-head">
        <strong>{words.shared}</strong>
        <button type="button" className="receipt-details" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {words.details}
        </button>
        <IconButton label={words.dismiss} onClick={onClose}>
          <X size={18} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
      </div>
      <div id={id} className="receipt-images" hidden={!open}>
        <p>
          {picked > travelled && `${words.smallerSent({ before: formatBytes(picked), after: formatBytes(travelled) })} `}
          {removedText(removed)}
        </p>
        {served?.map((image, index) => (
          <ImageTable
            key={image.image_id}
            image={image}
            number={served.length > 1 ? index + 1 : null}
            removed={[...(sent[index]?.removed ?? []), ...image.removed]}
          />
        ))}
        {served && <p>{words.receiptHint}</p>}
      </div>
    </aside>
  );
}

function ImageTable({ image, number, removed }: { image: ImageReceipt; number: number | null; removed: readonly PrivateMetadata[] }) {
  const widths = [...new Set(image.served.map(({ width }) => width))].toSorted((a, b) => a - b);
  const bytesOf = (width: number, format: string) => image.served.find((file) => file.width === width && file.format === format)?.bytes;
  const { format, width, height, bytes } = image.received;
  return (
    <table>
      <caption>
        {number !== null && <strong>{words.imageNumber({ position: number })} </strong>}
        {words.arrived({ format: format.toUpperCase(), width, height, size: formatBytes(bytes) })} {removedText(removed)}
      </caption>
      <thead>
        <tr>
          <th scope="col">{words.width}</th>
          {formats.map(({ kind, name }) => (
            <th key={kind} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {widths.map((served) => (
          <tr key={served}>
            <th scope="row">{words.pixels({ width: served })}</th>
            {formats.map(({ kind }) => {
              const size = bytesOf(served, kind);
              return <td key={kind}>{size === undefined ? '–' : formatBytes(size)}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const formats = [
  { kind: 'webp', name: 'WebP' },
  { kind: 'jpeg', name: 'JPEG' },
] as const;

const labels: Record<PrivateMetadata, string> = {
  location: words.hiddenLocation,
  camera: words.hiddenCamera,
  date: words.hiddenDate,
  author: words.hiddenAuthor,
  thumbnail: words.hiddenThumbnail,
  other: words.hiddenOther,
};

function removedText(removed: readonly PrivateMetadata[]): string {
  const names = (Object.keys(labels) as PrivateMetadata[]).filter((kind) => removed.includes(kind)).map((kind) => labels[kind]);
  return names.length === 0 ? words.nothingRemoved : words.removed({ what: list(names) });
}

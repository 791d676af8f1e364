import * as words from '@mbari/words/onboarding';
import { cancel } from '@mbari/words/ui';
import { ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import { Button, IconButton } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { cropImage, type AvatarDraft, type Square } from './avatar-draft.ts';
import 'react-easy-crop/react-easy-crop.css';
import './onboarding.css';

interface CropPhotoProps {
  /** Object URL, valid while the dialog is open. */
  url: string;
  image: ImageBitmap;
  onCrop: (photo: AvatarDraft) => void;
  onClose: () => void;
}

const zooms = { min: 1, max: 4, step: 0.1 };

/** Crops to a circle by drag, wheel and pinch, or arrow keys and slider. */
export function CropPhoto({ url, image, onCrop, onClose }: CropPhotoProps) {
  const [zoom, setZoom] = useState(zooms.min);
  const [square, setSquare] = useState<Square>();
  const [busy, setBusy] = useState(false);
  const ready = square !== undefined;
  const crop = async () => {
    if (square === undefined || busy) return;
    setBusy(true);
    onCrop(await cropImage(image, square));
  };
  return (
    <Dialog
      title={words.positionPhoto}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {cancel}
          </Button>
          <Button disabled={!ready} busy={busy && words.cutting} onClick={() => void crop()}>
            {words.takePhoto}
          </Button>
        </>
      }
    >
      <div className="crop">
        <CropStage url={url} zoom={zoom} ready={ready} onZoom={setZoom} onSquare={setSquare} />
        <p id="crop-rules" className="text-t15 text-ink-meta">
          {words.cropHint}
        </p>
        <ZoomSlider zoom={zoom} onZoom={setZoom} />
        <output className="sr-only">{square && describePosition(square, image)}</output>
      </div>
    </Dialog>
  );
}

interface CropStageProps {
  url: string;
  zoom: number;
  ready: boolean;
  onZoom: (zoom: number) => void;
  onSquare: (square: Square) => void;
}

function CropStage({ url, zoom, ready, onZoom, onSquare }: CropStageProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const stage = useRef<HTMLDivElement>(null);
  // Focuses the loaded photo, so arrow keys move it.
  useEffect(() => {
    if (ready) stage.current?.querySelector<HTMLElement>('[role="application"]')?.focus();
  }, [ready]);
  return (
    // The cropper measures from the left in every text direction.
    <div ref={stage} className="crop-stage" dir="ltr">
      <Cropper
        image={url}
        aspect={1}
        objectFit="cover"
        cropShape="round"
        showGrid={false}
        crop={crop}
        zoom={zoom}
        minZoom={zooms.min}
        maxZoom={zooms.max}
        keyboardStep={10}
        disableAutomaticStylesInjection
        onCropChange={setCrop}
        onZoomChange={(value) => onZoom(clampZoom(value))}
        onCropAreaChange={(_, pixels) => onSquare(pixels)}
        cropperProps={{ role: 'application', 'aria-label': words.photo, 'aria-describedby': 'crop-rules' }}
      />
    </div>
  );
}

function ZoomSlider({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  return (
    <div className="crop-zoom">
      <IconButton label={words.smaller} disabled={zoom <= zooms.min} onClick={() => onZoom(clampZoom(zoom - zooms.step))}>
        <ZoomOut size={20} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
      <input
        type="range"
        aria-label={words.zoom}
        aria-valuetext={words.percent({ share: zoom })}
        min={zooms.min}
        max={zooms.max}
        step={zooms.step}
        value={zoom}
        onChange={(event) => onZoom(clampZoom(event.target.valueAsNumber))}
      />
      <IconButton label={words.larger} disabled={zoom >= zooms.max} onClick={() => onZoom(clampZoom(zoom + zooms.step))}>
        <ZoomIn size={20} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

const clampZoom = (zoom: number): number => Math.round(Math.min(zooms.max, Math.max(zooms.min, zoom)) * 100) / 100;

/** For screen readers. */
function describePosition({ x, y, width }: Square, image: ImageBitmap): string {
  const share = (offset: number, total: number) =>
    total - width < 1 ? words.allOfIt : words.percent({ share: Math.max(0, offset / (total - width)) });
  return `${words.across({ part: share(x, image.width) })} ${words.down({ part: share(y, image.height) })}`;
}

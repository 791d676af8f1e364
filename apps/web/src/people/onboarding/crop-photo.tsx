import * as words from '@mbari/words/onboarding';
import { cancel } from '@mbari/words/ui';
import { ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import { Button, IconButton } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { cut, type AvatarDraft, type Square } from './avatar-draft.ts';
import 'react-easy-crop/react-easy-crop.css';
import './crop-photo.css';

interface CropPhotoProps {
  /** Object URL, valid while the dialog is open. */
  url: string;
  image: ImageBitmap;
  onCut: (photo: AvatarDraft) => void;
  onClose: () => void;
}

const zooms = { least: 1, most: 4, step: 0.1 };

/** Crops to a circle by drag, wheel and pinch, or arrow keys and slider. */
export function CropPhoto({ url, image, onCut, onClose }: CropPhotoProps) {
  const [zoom, setZoom] = useState(zooms.least);
  const [square, setSquare] = useState<Square>();
  const [busy, setBusy] = useState(false);
  const ready = square !== undefined;
  const take = async () => {
    if (square === undefined || busy) return;
    setBusy(true);
    onCut(await cut(image, square));
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
          <Button disabled={!ready} busy={busy && words.cutting} onClick={() => void take()}>
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
        <output className="sr-only">{square && whereIs(square, image)}</output>
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
    // The cropper measures from the left in every direction.
    <div ref={stage} className="crop-stage" dir="ltr">
      <Cropper
        image={url}
        aspect={1}
        objectFit="cover"
        cropShape="round"
        showGrid={false}
        crop={crop}
        zoom={zoom}
        minZoom={zooms.least}
        maxZoom={zooms.most}
        keyboardStep={10}
        disableAutomaticStylesInjection
        onCropChange={setCrop}
        onZoomChange={(wanted) => onZoom(within(wanted))}
        onCropAreaChange={(_, pixels) => onSquare(pixels)}
        cropperProps={{ role: 'application', 'aria-label': words.photo, 'aria-describedby': 'crop-rules' }}
      />
    </div>
  );
}

function ZoomSlider({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  return (
    <div className="crop-zoom">
      <IconButton label={words.smaller} disabled={zoom <= zooms.least} onClick={() => onZoom(within(zoom - zooms.step))}>
        <ZoomOut size={20} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
      <input
        type="range"
        aria-label={words.zoom}
        aria-valuetext={words.percent({ share: zoom })}
        min={zooms.least}
        max={zooms.most}
        step={zooms.step}
        value={zoom}
        onChange={(event) => onZoom(within(event.target.valueAsNumber))}
      />
      <IconButton label={words.larger} disabled={zoom >= zooms.most} onClick={() => onZoom(within(zoom + zooms.step))}>
        <ZoomIn size={20} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

const within = (zoom: number): number => Math.round(Math.min(zooms.most, Math.max(zooms.least, zoom)) * 100) / 100;

/** For screen readers. */
function whereIs({ x, y, width }: Square, image: ImageBitmap): string {
  const part = (at: number, whole: number) =>
    whole - width < 1 ? words.allOfIt : words.percent({ share: Math.max(0, at / (whole - width)) });
  return `${words.across({ part: part(x, image.width) })} ${words.down({ part: part(y, image.height) })}`;
}

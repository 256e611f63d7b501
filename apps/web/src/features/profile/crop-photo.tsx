import { type PointerEvent, type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { type Crop, maxZoom, moveCrop, type Size, toSquare, wholeCrop } from './crop.ts';
import styles from './crop-photo.module.css';

interface CropPhotoProps {
  file: File;
  onCrop: (photo: File) => void;
  onClose: () => void;
  /** Called for a file that the browser cannot decode. */
  onInvalid: () => void;
}

/** Crops a picture to a square, by dragging or with sliders. */
export function CropPhoto({ file, onCrop, onClose, onInvalid }: CropPhotoProps) {
  const picture = useRef<HTMLImageElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  const [crop, setCrop] = useState(wholeCrop);

  useEffect(() => {
    const address = URL.createObjectURL(file);
    picture.current?.setAttribute('src', address);
    return () => URL.revokeObjectURL(address);
  }, [file]);

  function measure({
    currentTarget: { naturalWidth: width, naturalHeight: height },
  }: SyntheticEvent<HTMLImageElement>) {
    if (width > 0 && height > 0) setSize({ width, height });
    else onInvalid();
  }

  async function finish() {
    if (!picture.current || !size) return;
    const photo = await draw(picture.current, size, crop);
    if (photo) onCrop(photo);
    else onInvalid();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Crop Photo"
      width="small"
      footer={
        <DialogActions disabled={!size} onCancel={onClose} onClick={() => void finish()}>
          Use Photo
        </DialogActions>
      }
    >
      <Stage size={size} crop={crop} onChange={setCrop}>
        <img
          ref={picture}
          alt="Selected"
          draggable={false}
          style={size ? toStyle(size, crop) : undefined}
          onLoad={measure}
          onError={onInvalid}
        />
      </Stage>
      <div className={styles.sliders}>
        <Slider label="Zoom" min={1} max={maxZoom} value={crop.zoom} onChange={(zoom) => setCrop({ ...crop, zoom })} />
        <Slider label="Left to right" value={crop.x} onChange={(x) => setCrop({ ...crop, x })} />
        <Slider label="Top to bottom" value={crop.y} onChange={(y) => setCrop({ ...crop, y })} />
      </div>
    </Dialog>
  );
}

interface StageProps {
  size: Size | null;
  crop: Crop;
  onChange: (crop: Crop) => void;
  children: ReactNode;
}

function Stage({ size, crop, onChange, children }: StageProps) {
  function drag({ currentTarget, pointerId, movementX, movementY }: PointerEvent<HTMLDivElement>) {
    if (!size || !currentTarget.hasPointerCapture(pointerId)) return;
    const { width } = currentTarget.getBoundingClientRect();
    onChange(moveCrop(size, crop, { x: movementX / width, y: movementY / width }));
  }
  return (
    <div
      className={styles.stage}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={drag}
    >
      {children}
    </div>
  );
}

interface SliderProps {
  label: string;
  min?: number;
  max?: number;
  value: number;
  onChange: (value: number) => void;
}

function Slider({ label, min = 0, max = 1, value, onChange }: SliderProps) {
  return (
    <label className={styles.slider}>
      {label}
      <input
        type="range"
        min={min}
        max={max}
        step={0.01}
        value={value}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </label>
  );
}

/** Returns percentages of the stage, which shows exactly the square. */
function toStyle(size: Size, crop: Crop) {
  const { side, left, top } = toSquare(size, crop);
  const percent = (pixels: number) => `${(pixels / side) * 100}%`;
  return { width: percent(size.width), height: percent(size.height), left: percent(-left), top: percent(-top) };
}

const maxSide = 512;

/** Draws the crop to a file; an animation is reduced to its first frame. */
async function draw(picture: HTMLImageElement, size: Size, crop: Crop): Promise<File | null> {
  const { side, left, top } = toSquare(size, crop);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.max(1, Math.round(Math.min(side, maxSide)));
  canvas.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92));
  return blob && new File([blob], 'photo', { type: blob.type });
}

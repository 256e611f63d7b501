/** The part of a picture to keep: the zoom, and the position as a fraction (0 to 1) of the free space. */
export interface Crop {
  zoom: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export const wholeCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 };
export const maxZoom = 4;

/** Returns the cropped square, in picture pixels. */
export function toSquare({ width, height }: Size, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / zoom;
  return { side, left: (width - side) * x, top: (height - side) * y };
}

/** Returns the crop after a drag, measured in side lengths of the square. */
export function moveCrop(size: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const { side } = toSquare(size, crop);
  return {
    ...crop,
    x: shift(crop.x, by.x * side, size.width - side),
    y: shift(crop.y, by.y * side, size.height - side),
  };
}

function shift(position: number, pixels: number, room: number): number {
  return room === 0 ? position : Math.min(1, Math.max(0, position - pixels / room));
}

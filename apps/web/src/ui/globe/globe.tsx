import { ChevronLeft, ChevronRight, Minus, Pause, Play, Plus } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { IconButton } from '../icon-button.tsx';
import { useWidth } from '../charts/use-width.ts';
import { type Country, countryAt, toLongitude } from './countries.ts';
import { drawGlobe, type Shares } from './draw-globe.ts';
import { useGlobeColors } from './globe-colors.ts';
import styles from './globe.module.css';
import type { View } from './sphere.ts';
import { prefersReducedMotion, useSpin } from './use-spin.ts';

interface GlobeProps {
  label: string;
  /** Percentage by country code. */
  shares: Shares;
  toName: (code: string) => string;
  format: (share: number) => string;
}

const scale = 120;
const tilt = -15;
const degreesPerSecond = 6;
const zooms = { least: 1, most: 8 };
const height = 256;

interface Hover {
  country: Country;
  x: number;
  y: number;
}

/** A rotating globe: the larger a country's share, the stronger its colour. The values must also be shown as text. */
export function Globe({ label, shares, toName, format }: GlobeProps) {
  const [frame, width] = useWidth(300);
  const box = useRef<HTMLDivElement>(null);
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const colors = useGlobeColors(canvas?.parentElement ?? null);
  const [firstTurn] = useState(() => turnTo(shares));
  const view = useRef<View>({ turn: firstTurn, tilt, radius: scale, width, height });
  const dragged = useRef<{ x: number; y: number } | null>(null);
  const [wanted, setWanted] = useState(() => !prefersReducedMotion());
  const [zoom, setZoom] = useState(zooms.least);
  const [held, setHeld] = useState(false);
  const [hover, setHover] = useState<Hover | null>(null);
  const largest = Math.max(0, ...shares.values());
  const hot = hover?.country ?? null;

  const draw = useCallback(() => {
    const context = canvas?.getContext('2d');
    if (context && colors) drawGlobe(context, { view: view.current, shares, largest, colors, hot });
  }, [canvas, colors, shares, largest, hot]);

  useEffect(() => {
    if (canvas) sizeCanvas(canvas, width);
  }, [canvas, width]);
  useEffect(() => {
    view.current = { ...view.current, width, radius: scale * zoom };
    draw();
  }, [draw, width, zoom]);

  const onFrame = useCallback(
    (seconds: number) => {
      view.current.turn = wrapped(view.current.turn + degreesPerSecond * seconds);
      draw();
    },
    [draw],
  );
  useSpin({ element: box, turning: wanted && !held && !hover, onFrame });

  function turnBy(east: number, north = 0) {
    const { turn, tilt: before } = view.current;
    view.current.turn = wrapped(turn + east);
    view.current.tilt = Math.max(-90, Math.min(90, before + north));
    setHover(null);
    draw();
  }

  function move(event: PointerEvent<HTMLCanvasElement>) {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    if (dragged.current) {
      const perPixel = 60 / view.current.radius;
      turnBy((x - dragged.current.x) * perPixel, -(y - dragged.current.y) * perPixel);
      dragged.current = { x, y };
      return;
    }
    const country = countryAt(x, y, view.current, shares);
    setHover(country ? { country, x, y } : null);
  }

  function press(event: KeyboardEvent) {
    const moves: Record<string, () => void> = {
      ArrowLeft: () => turnBy(15),
      ArrowRight: () => turnBy(-15),
      ArrowUp: () => turnBy(0, -10),
      ArrowDown: () => turnBy(0, 10),
      '+': () => setZoom(zoomed(zoom, 1)),
      '-': () => setZoom(zoomed(zoom, -1)),
    };
    const act = moves[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  return (
    <div className={styles.globe} ref={box}>
      <div ref={frame} className={styles.frame}>
        <canvas
          ref={setCanvas}
          role="img"
          aria-label={label}
          className={styles.canvas}
          style={{ height }}
          onPointerMove={move}
          onPointerDown={(event) => {
            const { left, top } = event.currentTarget.getBoundingClientRect();
            if (event.pointerType === 'touch') move(event);
            dragged.current = { x: event.clientX - left, y: event.clientY - top };
            event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerUp={() => (dragged.current = null)}
          onPointerCancel={() => (dragged.current = null)}
          onPointerLeave={() => setHover(null)}
        />
        {hover && (
          <div className={styles.tip} style={{ left: Math.min(Math.max(hover.x, 70), width - 70), top: hover.y }}>
            <b>{hover.country.code ? toName(hover.country.code) : hover.country.name}</b>{' '}
            {format((hover.country.code && shares.get(hover.country.code)) || 0)}
          </div>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons take the focus */}
      <div
        role="toolbar"
        aria-label="Globe"
        className={styles.tools}
        onKeyDown={press}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        <IconButton label="Rotate west" size="small" onClick={() => turnBy(30)}>
          <ChevronLeft size={16} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={wanted ? 'Pause rotation' : 'Start rotation'}
          size="small"
          onClick={() => setWanted(!wanted)}
        >
          {wanted ? <Pause size={15} aria-hidden="true" /> : <Play size={15} aria-hidden="true" />}
        </IconButton>
        <IconButton label="Rotate east" size="small" onClick={() => turnBy(-30)}>
          <ChevronRight size={16} aria-hidden="true" />
        </IconButton>
        <IconButton
          label="Zoom out"
          size="small"
          disabled={zoom <= zooms.least}
          onClick={() => setZoom(zoomed(zoom, -1))}
        >
          <Minus size={16} aria-hidden="true" />
        </IconButton>
        <IconButton label="Zoom in" size="small" disabled={zoom >= zooms.most} onClick={() => setZoom(zoomed(zoom, 1))}>
          <Plus size={16} aria-hidden="true" />
        </IconButton>
      </div>
      <Scale largest={largest} format={format} />
    </div>
  );
}

function Scale({ largest, format }: { largest: number; format: (share: number) => string }) {
  return (
    <div className={styles.scale} aria-hidden="true">
      <span>{format(0)}</span>
      <span className={styles.ramp} />
      <span>{format(largest)}</span>
    </div>
  );
}

/** Turns the globe to the country with the largest share. */
function turnTo(shares: Shares): number {
  const [leading] = [...shares].toSorted(([, one], [, other]) => other - one);
  return -((leading && toLongitude(leading[0])) ?? 0);
}

function sizeCanvas(canvas: HTMLCanvasElement, width: number) {
  const sharp = Math.min(2, window.devicePixelRatio || 1);
  canvas.width = width * sharp;
  canvas.height = height * sharp;
  canvas.getContext('2d')?.setTransform(sharp, 0, 0, sharp, 0, 0);
}

function zoomed(zoom: number, steps: number): number {
  return Math.max(zooms.least, Math.min(zooms.most, zoom * Math.SQRT2 ** steps));
}

function wrapped(turn: number): number {
  return ((((turn + 180) % 360) + 360) % 360) - 180;
}
